/** Soft sounds, made here: a few notes, and the clatter of dice. */
import { habits } from "./habits.svelte";
import type { SoundName } from "./heard";

export interface Note {
  /** Seconds from the beginning of the sound, and how long it lasts. */
  at: number;
  lasts: number;
  /** Pitch in hertz; 0 is the knock of wood. */
  pitch: number;
  /** From 0 to 1, before all is made soft. */
  strength: number;
}

const note = (at: number, pitch: number, strength = 0.7, lasts = 0.35): Note => ({ at, lasts, pitch, strength });
const knock = (at: number, strength: number): Note => ({ at, lasts: 0.05, pitch: 0, strength });

export const SOUNDS: Record<SoundName, Note[]> = {
  dice: [knock(0, 0.9), knock(0.07, 0.6), knock(0.15, 0.75), knock(0.21, 0.4), knock(0.3, 0.3)],
  won: [note(0, 523), note(0.1, 659), note(0.2, 784, 0.8, 0.45)],
  lost: [note(0, 392), note(0.13, 330), note(0.28, 262, 0.8, 0.5)],
  turn: [note(0, 587), note(0.14, 880, 0.8, 0.5)],
  end: [note(0, 392), note(0.16, 494), note(0.32, 587), note(0.48, 784, 0.9, 0.9), note(0.48, 587, 0.5, 0.9)],
};

/** How loud all of it is: to be heard in a quiet room, and nowhere else. */
export const VOLUME = 0.09;
/** The same sound again is not heard before that many milliseconds. */
const APART = 150;

let context: AudioContext | null = null;
const last = new Map<SoundName, number>();

/** Browsers let nobody be heard before the first gesture; from then on sounds can be made. */
export function listenForGesture(): () => void {
  const begin = () => {
    stop();
    if ("AudioContext" in window) context ??= new AudioContext();
  };
  const stop = () => ["pointerdown", "keydown"].forEach((kind) => window.removeEventListener(kind, begin, true));
  if (!context) ["pointerdown", "keydown"].forEach((kind) => window.addEventListener(kind, begin, true));
  return stop;
}

export function sound(name: SoundName) {
  if (!habits.sound || !context) return;
  const now = performance.now();
  if (now - (last.get(name) ?? -APART) < APART) return;
  last.set(name, now);
  // Whoever has not looked for long finds it suspended.
  void context.resume().then(() => context && SOUNDS[name].forEach((one) => make(context!, one)));
}

function make(on: AudioContext, { at, lasts, pitch, strength }: Note) {
  const start = on.currentTime + at;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(VOLUME * strength, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(on.destination);
  const source = pitch > 0 ? tone(on, pitch) : wood(on, gain);
  if (pitch > 0) source.connect(gain);
  source.start(start);
  source.stop(start + lasts + 0.02);
}

function tone(on: AudioContext, pitch: number): AudioScheduledSourceNode {
  const source = on.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  return source;
}

/** A short noise through a narrow filter. */
function wood(on: AudioContext, to: AudioNode): AudioScheduledSourceNode {
  const buffer = on.createBuffer(1, on.sampleRate / 10, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const source = on.createBufferSource();
  source.buffer = buffer;
  const filter = on.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 900 + Math.random() * 900;
  filter.Q.value = 4;
  source.connect(filter).connect(to);
  return source;
}

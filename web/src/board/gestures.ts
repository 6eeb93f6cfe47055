/** Fingers, mouse and wheel on the board: drag pans, two fingers pinch, the wheel zooms, a long press asks. */
import type { Viewport } from "../lib/viewport.svelte";

const DRAG = 7;
const LONG_PRESS = 500;

interface Finger {
  x: number;
  y: number;
}

export interface Pressed {
  longPress(target: EventTarget | null): void;
}

export function gestures(svg: SVGSVGElement, viewport: Viewport, pressed: Pressed): () => void {
  const fingers = new Map<number, Finger>();
  let start: Finger | null = null;
  let dragging = false;
  let swallowClick = false;
  let hold = 0;

  const place = (event: MouseEvent): Finger => {
    const box = svg.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : null;
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = place(event);
    fingers.set(event.pointerId, at);
    swallowClick = false;
    clearTimeout(hold);
    if (fingers.size === 1) {
      start = at;
      dragging = false;
      if (event.pointerType === "touch") {
        const target = event.target;
        hold = window.setTimeout(() => {
          swallowClick = true;
          pressed.longPress(target);
        }, LONG_PRESS);
      }
    }
  };

  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const at = place(event);
    if (fingers.size === 2) {
      const old = spread();
      fingers.set(event.pointerId, at);
      const now = spread();
      if (old && now && old.distance > 0) {
        viewport.zoomAt(now.x, now.y, now.distance / old.distance);
        viewport.panBy(now.x - old.x, now.y - old.y);
      }
      swallowClick = true;
      clearTimeout(hold);
      return;
    }
    if (!dragging && start && Math.hypot(at.x - start.x, at.y - start.y) > DRAG) {
      dragging = true;
      swallowClick = true;
      clearTimeout(hold);
      svg.setPointerCapture(event.pointerId);
    }
    if (dragging) viewport.panBy(at.x - before.x, at.y - before.y);
    fingers.set(event.pointerId, at);
  };

  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    clearTimeout(hold);
    if (fingers.size === 0) dragging = false;
  };

  const click = (event: MouseEvent) => {
    if (!swallowClick) return;
    swallowClick = false;
    event.stopPropagation();
    event.preventDefault();
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const at = place(event);
    viewport.zoomAt(at.x, at.y, Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)));
  };

  // On a region the second click or tap of a fast player is one more; on open ground it zooms.
  const doubleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("[data-region]")) return;
    const at = place(event);
    viewport.zoomAt(at.x, at.y, 1.8);
  };

  const quiet = (event: Event) => event.preventDefault();

  const listen: [string, (event: never) => void, AddEventListenerOptions?][] = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", up],
    ["click", click, { capture: true }],
    ["wheel", wheel, { passive: false }],
    ["dblclick", doubleClick],
    ["contextmenu", quiet],
  ];
  for (const [name, handler, options] of listen) svg.addEventListener(name, handler as EventListener, options);
  return () => {
    clearTimeout(hold);
    for (const [name, handler, options] of listen) svg.removeEventListener(name, handler as EventListener, options);
  };
}

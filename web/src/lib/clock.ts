/** The server's clock, as its last word has it. This device's own may be set to anything. */
let said = 0;
let heard = 0;

export function setClock(seconds: number) {
  said = seconds;
  heard = performance.now();
}

export const serverNow = (): number => said + (performance.now() - heard) / 1000;

/** How much time is left, as one reads it off: minutes and seconds within the hour, otherwise the two largest units. */
export function timeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left < 3600) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const minutes = Math.floor(left / 60);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? "day" : "days"} ${hours % 24} h`;
}

/** A span of time that was agreed on, in the largest unit that fits. */
export function spanOf(seconds: number): string {
  const units: [number, string][] = [
    [86400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [size, word] = units.find(([size]) => seconds % size === 0 && seconds >= size) ?? [1, "second"];
  return `${seconds / size} ${word}${seconds === size ? "" : "s"}`;
}

/** When something happened: the time of day if that was today, otherwise the day as well. */
export function moment(at: string, now = new Date()): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === now.toDateString()) return time;
  return `${then.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}

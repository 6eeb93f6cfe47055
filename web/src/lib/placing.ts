/** Where a small panel finds room beside something on the board. All in pixels of the board. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 12;
const MARGIN = 6;

/** Beside the target where it covers neither that nor what else is to be seen; if there is no such place, where it covers
 * the least of them. */
export function besideOf(target: Box, seen: Box[], size: { width: number; height: number }, frame: Box): Box {
  const middle = { x: target.x + target.width / 2 - size.width / 2, y: target.y + target.height / 2 - size.height / 2 };
  // Next to the target, or else next to all that is to be seen.
  const around = (one: Box) => [
    { x: one.x + one.width + GAP, y: middle.y },
    { x: one.x - size.width - GAP, y: middle.y },
    { x: middle.x, y: one.y + one.height + GAP },
    { x: middle.x, y: one.y - size.height - GAP },
  ];
  const places = [...around(target), ...around(unionOf([target, ...seen]))].map(({ x, y }) => ({
    x: within(x, frame.x, frame.width - size.width),
    y: within(y, frame.y, frame.height - size.height),
    ...size,
  }));
  const covered = (place: Box) => [target, ...seen].reduce((sum, box) => sum + overlap(place, box), 0);
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

function unionOf(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  return { x, y, width, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

const within = (value: number, start: number, room: number) =>
  Math.max(start + MARGIN, Math.min(value, start + room - MARGIN));

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

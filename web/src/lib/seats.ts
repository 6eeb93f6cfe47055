import { forget, recall, remember } from "./storage";

/** Each seat has a colour (Okabe and Ito) and a mark, so that nobody has to tell seats apart by colour alone. */
export interface SeatStyle {
  name: string;
  colour: string;
  /** Black or white, whichever reads better on the colour; checked in seats.test.ts. */
  ink: string;
  mark: "circle" | "square" | "triangle" | "diamond" | "star" | "hexagon";
}

const BLACK = "#1a1713";
const WHITE = "#ffffff";

const STYLES: readonly SeatStyle[] = [
  { name: "Blue", colour: "#0072B2", ink: WHITE, mark: "circle" },
  { name: "Vermilion", colour: "#D55E00", ink: BLACK, mark: "square" },
  { name: "Green", colour: "#009E73", ink: BLACK, mark: "triangle" },
  { name: "Pink", colour: "#CC79A7", ink: BLACK, mark: "diamond" },
  { name: "Amber", colour: "#E69F00", ink: BLACK, mark: "star" },
  { name: "Sky", colour: "#56B4E9", ink: BLACK, mark: "hexagon" },
];

export const NEUTRAL: SeatStyle = { name: "Neutral", colour: "#8b8478", ink: BLACK, mark: "circle" };

export const COLOURS = STYLES.length;

/** Which of the styles the seats of the match that is shown have; elsewhere each has its own. */
let worn: readonly number[] = [];

/** A page that shows a match says, before it is drawn, what its seats have; what it returns says that it is gone. */
export function wear(colours: readonly number[]): () => void {
  worn = colours;
  return () => {
    if (worn === colours) worn = [];
  };
}

export function seatStyle(seat: number): SeatStyle {
  return seat >= 0 ? STYLES[(worn[seat] ?? seat) % STYLES.length]! : NEUTRAL;
}

/** A style as it is, whatever the seats have. */
export const styleOf = (colour: number): SeatStyle => STYLES[colour % STYLES.length]!;

/** The colour that whoever uses this browser likes best; null: that of the seat. */
export function likedColour(): number | null {
  const liked = Number(recall("colour") ?? NaN);
  return Number.isInteger(liked) && liked >= 0 && liked < COLOURS ? liked : null;
}
export const likeColour = (colour: number | null) =>
  colour === null ? forget("colour") : remember("colour", String(colour));

/** Points of a mark inside a circle of radius 1, as an SVG path. */
export const MARK_PATHS: Record<SeatStyle["mark"], string> = {
  circle: "M-.8 0A.8 .8 0 1 1 .8 0A.8 .8 0 1 1 -.8 0Z",
  square: "M-.72 -.72H.72V.72H-.72Z",
  triangle: "M0 -.9L.86 .62H-.86Z",
  diamond: "M0 -1L.78 0L0 1L-.78 0Z",
  star: "M0 -1L.26 -.35L.95 -.31L.42 .13L.59 .81L0 .43L-.59 .81L-.42 .13L-.95 -.31L-.26 -.35Z",
  hexagon: "M-.48 -.82H.48L.95 0L.48 .82H-.48L-.95 0Z",
};

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => channel(parseInt(colour.slice(at, at + 2), 16)));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** WCAG contrast of two colours written #rrggbb. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

import { describe, expect, it } from "vitest";
import { edgeTowards, ringsOf } from "./borders";
import type { BoardSpec } from "./messages";

const region = (path: string) => ({ path }) as BoardSpec["regions"][number];
const board = (paths: string[], lines: [number, number][][] = []) =>
  ({ regions: paths.map(region), links: lines.map((line) => ({ lines: [line] })) }) as unknown as BoardSpec;

describe("borders", () => {
  it("reads the rings of an outline, in relative lines and in several parts", () => {
    expect(ringsOf("M10 10l5 0 0 5zM40 40h10v-5z")).toEqual([
      [
        [10, 10],
        [15, 10],
        [15, 15],
      ],
      [
        [40, 40],
        [50, 40],
        [50, 35],
      ],
    ]);
  });

  it("finds the part of an outline that faces a neighbour", () => {
    const two = board(["M0 0L50 0L50 20L50 50L0 50Z", "M50 0L90 0L90 50L50 50L50 20Z"]);
    expect(edgeTowards(two, 0, 1)).toBe("M50.0 0.0L50.0 20.0L50.0 50.0");
  });

  it("finds the shore at a lane where water lies between", () => {
    const straits = board(
      ["M0 0L50 0L50 20L52 25L50 30L50 90L0 90Z", "M70 0L90 0L90 50L70 30L68 25L70 20Z"],
      [
        [
          [52, 25],
          [68, 25],
        ],
      ],
    );
    expect(edgeTowards(straits, 0, 1)).toBe("M50.0 20.0L52.0 25.0L50.0 30.0");
    expect(edgeTowards(straits, 1, 0)).toBe("M70.0 30.0L68.0 25.0L70.0 20.0");
  });

  it("finds nothing where regions have nothing to do with each other", () => {
    expect(edgeTowards(board(["M0 0L9 0L9 9Z", "M500 500L509 500L509 509Z"]), 0, 1)).toBe("");
  });
});

import { describe, expect, it } from "vitest";
import { percent } from "./percent";

describe("a chance in words", () => {
  it("is certain or impossible only where it is", () => {
    expect([0, 0.003, 0.012, 0.5, 0.991, 0.997, 1].map(percent)).toEqual([
      "0 %",
      "under 1 %",
      "1 %",
      "50 %",
      "99 %",
      "over 99 %",
      "100 %",
    ]);
  });
});

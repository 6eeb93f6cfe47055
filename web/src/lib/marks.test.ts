import { expect, test } from "vitest";
import { markOf } from "./marks";

test("a mark may belong to a seat", () => {
  expect(markOf(["capital of seat 2", 1])).toEqual({ word: "capital", seat: 2, count: 1 });
  expect(markOf(["fruit tree", 3])).toEqual({ word: "fruit tree", seat: -1, count: 3 });
});

import { expect, test } from "vitest";
import { blocks, inline } from "./markdown";

test("bold, italics, code and clauses", () => {
  expect(inline("**Ruling** see *this* in `roll`, CAM-4.3.")).toEqual([
    { type: "strong", parts: [{ type: "text", text: "Ruling" }] },
    { type: "text", text: " see " },
    { type: "em", parts: [{ type: "text", text: "this" }] },
    { type: "text", text: " in " },
    { type: "code", text: "roll" },
    { type: "text", text: ", " },
    { type: "clause", id: "CAM-4.3" },
    { type: "text", text: "." },
  ]);
});

test("HTML stays text", () => {
  expect(inline("<img src=x onerror=alert(1)>")).toEqual([{ type: "text", text: "<img src=x onerror=alert(1)>" }]);
});

test("tables and lists", () => {
  const [table, list] = blocks("| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  more\n- two");
  expect(table).toMatchObject({ type: "table", rows: [[[{ text: "1" }], [{ text: "2" }]]] });
  expect(list).toMatchObject({ type: "list", ordered: false, items: [[{ text: "one more" }], [{ text: "two" }]] });
});

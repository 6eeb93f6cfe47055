import { expect, test } from "vitest";
import type { MatchEvent } from "./messages";
import { bySeat, inCommon, partsInCommon } from "./story";

const event = (text: string, ...seats: number[]) => ({ text, seats }) as MatchEvent;

test("what one seat has turned up lies on one card, in the order of the cards", () => {
  const told = [event("a", 0), event("b", 1), event("c", 0), event("d"), event("e")];
  expect(bySeat(told).map((card) => card.map((one) => one.text).join(""))).toEqual(["ac", "b", "d", "e"]);
});

test("the words with which all sentences of a card begin are said once", () => {
  const sentences = ["The Crown has laid Move in York", "The Crown has laid Train in Kent"];
  expect(inCommon(sentences)).toEqual({ beginning: "The Crown has laid", rest: ["Move in York", "Train in Kent"] });
  expect(inCommon(["One alone"])).toEqual({ beginning: "", rest: ["One alone"] });
  expect(inCommon(["The one", "The other"]).beginning).toBe("");
  expect(inCommon(["Same words", "Same words"])).toEqual({ beginning: "Same", rest: ["words", "words"] });
});

test("who has two nations has two parts on the card, each with its own beginning", () => {
  const sentences = [
    "The Crown has laid Move in York",
    "The Crown has laid Train in Kent",
    "The Tsar has laid Dig in Kyiv",
  ];
  expect(partsInCommon(sentences)).toEqual([
    { beginning: "The Crown has laid", rest: ["Move in York", "Train in Kent"] },
    { beginning: "", rest: ["The Tsar has laid Dig in Kyiv"] },
  ]);
});

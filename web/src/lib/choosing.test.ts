import { expect, test } from "vitest";
import { asksOnce, beginningOf, cautionAt, choicesOf, pack } from "./actions";
import { Choosing } from "./choosing.svelte";
import type { Catalogue, Caution, KindSpec, Remark, State } from "./messages";
import { Standing } from "./standing.svelte";

const argument = (name: string, domain: string, shift: number, mask: number) => ({ name, domain, shift, mask });
const DONE: KindSpec = { number: 5, name: "done", pattern: "done", arguments: [] };
const DROP: KindSpec = {
  number: 6,
  name: "drop",
  pattern: "drop {n} on {tile}",
  arguments: [argument("tile", "region", 17, 63), argument("n", "count", 0, 2047)],
};
const TEMPLE_DROP: KindSpec = {
  number: 7,
  name: "temple_drop",
  pattern: "drop {n} from {temple} on {tile}",
  arguments: [argument("temple", "temple", 17, 3), argument("tile", "region", 11, 63), argument("n", "count", 0, 2047)],
};
const STRIKE: KindSpec = {
  number: 8,
  name: "strike",
  pattern: "attack {target} from {source}",
  arguments: [argument("source", "region", 6, 63), argument("target", "region", 0, 63)],
};
const STORM: KindSpec = { ...STRIKE, number: 9, name: "storm", pattern: "storm {target} from {source}" };
const LAY: KindSpec = {
  number: 10,
  name: "lay",
  pattern: "lay {kind} in {region}",
  arguments: [argument("kind", "token", 6, 63), argument("region", "region", 0, 63)],
};
const catalogue = {
  kinds: [LAY, DONE, DROP, TEMPLE_DROP, STRIKE, STORM],
  labels: [{ domain: "temple", codes: ["fire"], names: ["Temple of Fire"] }],
  decks: [],
  board: { tiles: [], regions: [{}, {}, {}] },
} as unknown as Catalogue;

const said = (kind: KindSpec, remark: Partial<Remark> = {}): Remark => ({
  kind: kind.number,
  text: "",
  clause: "",
  forward: false,
  grave: false,
  weighed: false,
  lasts: "",
  ...remark,
});

/** Tokens to be laid: both kinds on region 0, the second on region 1 as well. */
function laying() {
  const played: number[] = [];
  const choosing = new Choosing((action) => played.push(action));
  const spans = [
    [0, 0],
    [1, 0],
    [1, 1],
  ].map((values): [number, number] => [pack(LAY, values), 1]);
  choosing.offer(choicesOf(catalogue, spans));
  return { choosing, played };
}

/** A table with troops in the temple on region 0, and drops on 0 and 1. */
function dropping() {
  const played: number[] = [];
  const choosing = new Choosing((action) => played.push(action));
  const spans: [number, number][] = [
    [pack(DONE, []), 1],
    [pack(DROP, [0, 1]), 3],
    [pack(DROP, [1, 1]), 3],
    [pack(TEMPLE_DROP, [0, 0, 1]), 1],
    [pack(TEMPLE_DROP, [0, 1, 1]), 1],
  ];
  choosing.offer(choicesOf(catalogue, spans, [said(DONE, { forward: true })], { sites: { temple: [0] } }));
  return { choosing, played };
}

test("a place that is also where something begins is a target first, and a second click lets it go", () => {
  const { choosing, played } = dropping();
  choosing.pick(0);
  expect(choosing.current?.kind).toBe(DROP);
  choosing.pick(0);
  expect([choosing.current, choosing.picked, played]).toEqual([null, [], []]);
});

test("from such a place one goes on when one says so", () => {
  const { choosing, played } = dropping();
  choosing.pick(0);
  expect(choosing.further.map((choice) => choice.kind)).toEqual([TEMPLE_DROP, TEMPLE_DROP]);
  expect(beginningOf(catalogue, [], choosing.further)).toBe("Drop from Temple of Fire on …");
  choosing.goFurther();
  expect([...choosing.targets]).toEqual([0, 1]);
  choosing.pick(1);
  expect(played).toEqual([pack(TEMPLE_DROP, [0, 1, 1])]);
});

test("what is held goes on the region that is picked, before or after", () => {
  const { choosing, played } = laying();
  choosing.hold("token:1");
  expect([...choosing.targets]).toEqual([0, 1]);
  expect(choosing.midway).toBe(true);
  choosing.pick(1);
  expect(played).toEqual([pack(LAY, [1, 1])]);
  choosing.pick(0);
  expect([choosing.current, choosing.open.length]).toEqual([null, 2]);
  choosing.hold("token:0");
  expect(played).toEqual([pack(LAY, [1, 1]), pack(LAY, [0, 0])]);
});

test("what is held is let go by a second click, and by a step back", () => {
  const { choosing, played } = laying();
  choosing.hold("token:0");
  choosing.hold("token:0");
  expect(choosing.held).toBe("");
  choosing.hold("token:1");
  expect(choosing.back()).toBe(true);
  expect([choosing.held, choosing.midway, played]).toEqual(["", false, []]);
});

test("another place is picked instead", () => {
  const { choosing, played } = dropping();
  choosing.pick(0);
  choosing.pick(1);
  expect([choosing.current?.kind, choosing.picked, played]).toEqual([DROP, [1], []]);
});

test("in the middle of a choice no letter does anything else", () => {
  const { choosing } = dropping();
  expect(choosing.midway).toBe(false);
  choosing.pick(0);
  expect(choosing.midway).toBe(true);
  choosing.goFurther();
  expect(choosing.midway).toBe(true);
  choosing.back();
  expect(choosing.midway).toBe(false);
});

test("what asks once more, the rules say", () => {
  const played: number[] = [];
  const choosing = new Choosing((action) => played.push(action));
  const spans: [number, number][] = [[pack(STRIKE, [0, 1]), 1]];
  choosing.offer(choicesOf(catalogue, spans, [said(STRIKE)]));
  choosing.pick(0);
  choosing.pick(1);
  expect(played).toEqual([pack(STRIKE, [0, 1])]);
  choosing.offer(choicesOf(catalogue, spans, [said(STRIKE, { grave: true })]));
  choosing.cancel();
  choosing.pick(0);
  choosing.pick(1);
  expect([choosing.current?.kind, played.length]).toEqual([STRIKE, 1]);
});

test("two that ask once more stand side by side, and one roll is asked for again and again", () => {
  const played: number[] = [];
  const choosing = new Choosing((action) => played.push(action));
  const spans: [number, number][] = [
    [pack(STRIKE, [0, 1]), 1],
    [pack(STORM, [0, 1]), 1],
  ];
  const offer = () =>
    choosing.offer(choicesOf(catalogue, spans, [said(STRIKE, { grave: true }), said(STORM, { grave: true })]));
  offer();
  choosing.pick(0);
  choosing.pick(1);
  expect([choosing.current?.kind, choosing.others.map((choice) => choice.kind)]).toEqual([STRIKE, [STORM]]);
  choosing.confirm();
  // Meanwhile somebody else is asked.
  choosing.offer([]);
  offer();
  expect([choosing.current?.kind, choosing.others.map((choice) => choice.kind)]).toEqual([STRIKE, [STORM]]);
  choosing.confirm(choosing.others[0]);
  offer();
  expect([choosing.current, played]).toEqual([null, [pack(STRIKE, [0, 1]), pack(STORM, [0, 1])]]);
});

test("an answer that is left standing holds for the turn and no longer", () => {
  const state = (active: number, round = 1) => ({ active, round, stages: ["reaction"] }) as unknown as State;
  const choices = choicesOf(catalogue, [[pack(DONE, []), 1]], [said(DONE, { forward: true, lasts: "turn" })]);
  const standing = new Standing();
  expect(standing.answer(choices, state(1))).toBeNull();
  standing.leave(choices[0]!, state(1));
  expect(standing.answer(choices, state(1))).toBe(pack(DONE, []));
  expect(standing.answer(choices, { ...state(1), stages: ["another"] })).toBeNull();
  expect(standing.answer(choices, state(2))).toBeNull();
  standing.review(state(1));
  expect(standing.any).toBe(true);
  standing.review(state(1, 2));
  expect(standing.any).toBe(false);
});

/** A province that can be built on, out of which one can march, and a capital where one can recruit. */
function ruling(cautions: Caution[] = []) {
  const played: number[] = [];
  const choosing = new Choosing((action) => played.push(action));
  const spans: [number, number][] = [
    [pack(DONE, []), 1],
    [pack(DROP, [1, 1]), 3],
    [pack(STRIKE, [0, 1]), 1],
    [pack(LAY, [0, 0]), 1],
    [pack(LAY, [1, 0]), 1],
  ];
  choosing.offer(choicesOf(catalogue, spans, [said(DONE, { forward: true })], { done_at: { done: 1 }, cautions }));
  return { choosing, played };
}

test("where many things can be done in a place a click shows them, and does none of them", () => {
  const { choosing, played } = ruling();
  choosing.pick(0);
  expect([choosing.current, choosing.picked, played]).toEqual([null, [0], []]);
  expect(choosing.open.filter((choice) => choice.regions.length > 0).map((choice) => choice.kind)).toEqual([
    STRIKE,
    LAY,
    LAY,
  ]);
  expect([...choosing.targets]).toEqual([1]);
  choosing.pick(1);
  expect(played).toEqual([pack(STRIKE, [0, 1])]);
});

test("what names no place is found where it is done", () => {
  const { choosing } = ruling();
  choosing.pick(1);
  expect(choosing.open.map((choice) => choice.kind)).toEqual([DONE, DROP]);
});

test("what would do harm is asked once more, and only with the counts that would", () => {
  const [first, last] = [pack(DROP, [1, 3]), pack(DROP, [1, 3])];
  const harm = { first, last, text: "Famine", clause: "X-1" };
  const { choosing, played } = ruling([harm, { ...harm, first: pack(STRIKE, [0, 1]), last: pack(STRIKE, [0, 1]) }]);
  const drop = choosing.choices.find((choice) => choice.kind === DROP)!;
  expect([1, 2, 3].map((count) => cautionAt(drop, count)?.text)).toEqual([undefined, undefined, "Famine"]);
  choosing.pick(0);
  choosing.pick(1);
  expect([choosing.current?.kind, played]).toEqual([STRIKE, []]);
  choosing.confirm();
  expect(played).toEqual([pack(STRIKE, [0, 1])]);
});

test("what leads to a fight is shown with its odds first; the way forward has them in sight", () => {
  const strike = (remark: Partial<Remark>) =>
    asksOnce(choicesOf(catalogue, [[pack(STRIKE, [0, 1]), 1]], [said(STRIKE, remark)])[0]!);
  expect(strike({})).toBe(false);
  expect(strike({ weighed: true })).toBe(true);
  expect(strike({ weighed: true, forward: true })).toBe(false);
});

test("where one can fight and do other things, the odds come first and the others stand beside them", () => {
  const RAID: KindSpec = {
    number: 11,
    name: "raid",
    pattern: "raid {target}",
    arguments: [argument("target", "region", 0, 63)],
  };
  const BUILD = { ...RAID, number: 10, name: "build", pattern: "build in {target}" };
  const both = { ...catalogue, kinds: [RAID, BUILD] } as unknown as Catalogue;
  const choosing = new Choosing(() => undefined);
  const spans = [BUILD, RAID].map((kind): [number, number] => [pack(kind, [2]), 1]);
  choosing.offer(choicesOf(both, spans, [said(RAID, { weighed: true })]));
  choosing.pick(2);
  expect(choosing.current?.kind.name).toBe("raid");
  expect(choosing.others.map((choice) => choice.kind.name)).toEqual(["build"]);
});

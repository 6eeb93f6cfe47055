/** All colours have their names in app.css, and what is written in them can be read. */
import { expect, test } from "vitest";
import sheet from "../app.css?raw";
import { contrast } from "./seats";

const AA = 4.5;

/** The colours of a theme: those of the dark one lie over those of the light one. */
function colours(dark: boolean): Record<string, string> {
  const blocks = [...sheet.matchAll(/^(:root[^{]*)\{([^}]*)\}/gm)].filter(([, of]) => dark || !of!.includes("dark"));
  const found: Record<string, string> = {};
  for (const [, , body] of blocks)
    for (const [, name, value] of body!.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)) found[name!] = value!;
  return found;
}

const PAPERS = ["paper", "paper-raised", "paper-sunk"];
const WRITTEN: [ink: string, on: string[]][] = [
  ["ink", PAPERS],
  ["ink-soft", [...PAPERS, "map-ground"]],
  ["ink-faint", PAPERS],
  ["accent", ["paper", "paper-raised"]],
  ["bad", ["paper", "paper-raised"]],
  ["good", ["paper", "paper-raised"]],
  ["accent-ink", ["accent"]],
  ["map-name", ["map-ground", "map-scenery", "map-sea", "map-shore"]],
  ["map-sea-name", ["map-sea", "map-shore"]],
];

test.each([
  ["light", false],
  ["dark", true],
])("everything written in the %s theme can be read", (_, dark) => {
  const of = colours(dark);
  const faint = WRITTEN.flatMap(([ink, papers]) =>
    papers.map((paper) => [ink, paper, contrast(of[ink]!, of[paper]!)] as const),
  ).filter(([, , found]) => !(found >= AA));
  expect(faint).toEqual([]);
});

test("tints of illustrations have a colour by day and one by night", () => {
  const named = (block: string) => [...block.matchAll(/--(print-\w+):/g)].map(([, name]) => name);
  const [day, night] = [...sheet.matchAll(/^:root[^{]*\{([^}]*)\}/gm)].map(([, body]) => named(body!));
  expect(day!.length).toBeGreaterThan(10);
  expect(night).toEqual(day);
});

const components = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });

test("components name no colours of their own", () => {
  const styles = Object.entries(components).map(([file, text]) => [file, text.split("<style>")[1] ?? ""] as const);
  expect(styles.length).toBeGreaterThan(50);
  const own = styles.flatMap(([file, style]) =>
    [...style.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(/gi)].map(([found]) => `${file}: ${found}`),
  );
  expect(own).toEqual([]);
});

test("and are not styled by what tests find them by", () => {
  const found = Object.entries(components).filter(([, text]) => text.split("<style>")[1]?.includes("data-testid"));
  expect(found.map(([file]) => file)).toEqual([]);
});

import { expect, test } from "vitest";
import { pathIn, sharedOrigin, sharingAdvice } from "./address";

const page = (origin: string) => new URL(origin);
const network = { public_url: null, addresses: ["http://192.168.1.7:8000", "http://10.0.0.7:8000"], local: false };
const alone = { public_url: null, addresses: [], local: true };
const open = { public_url: "https://games.example", addresses: [], local: false };

test("links carry the public address, wherever the page is open", () => {
  for (const origin of ["http://localhost:8000", "https://games.example", "http://10.0.0.7:8000"]) {
    expect(sharedOrigin(page(origin), open)).toBe("https://games.example");
    expect(sharingAdvice(page(origin), open)).toBe("");
  }
});

test("a page for this computer alone gives links for the network", () => {
  for (const origin of ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"]) {
    expect(sharedOrigin(page(origin), network)).toBe("http://192.168.1.7:8000");
    expect(sharingAdvice(page(origin), network)).toContain("reach this computer at http://192.168.1.7:8000");
    expect(sharingAdvice(page(origin), network)).toContain("also at http://10.0.0.7:8000.");
  }
});

test("a page in the network gives its own address", () => {
  expect(sharedOrigin(page("http://10.0.0.7:8000"), { ...network, addresses: [] })).toBe("http://10.0.0.7:8000");
  expect(sharingAdvice(page("http://10.0.0.7:8000"), { ...network, addresses: [] })).toBe("");
});

test("a server for this computer alone says how to let friends in", () => {
  expect(sharedOrigin(page("http://localhost:8000"), alone)).toBe("http://localhost:8000");
  expect(sharingAdvice(page("http://localhost:8000"), alone)).toContain("--host 0.0.0.0");
});

test("until the server has said, links are those of the page", () => {
  expect(sharedOrigin(page("http://localhost:8000"), null)).toBe("http://localhost:8000");
  expect(sharingAdvice(page("http://localhost:8000"), null)).toBe("");
});

test("every link that people pass on is followed, also out of a sentence", () => {
  for (const kind of ["invite", "seat", "handover", "match", "replay", "end", "check"])
    expect(pathIn(`http://10.0.0.7:8000/${kind}/na9vK7Q-Gzj_rxoY`)).toBe(`/${kind}/na9vK7Q-Gzj_rxoY`);
  expect(pathIn("Come to https://games.example/invite/na9vK7Q-GzjSrxoY.")).toBe("/invite/na9vK7Q-GzjSrxoY");
  expect(pathIn("na9vK7Q-GzjSrxoY")).toBeNull();
});

import { expect, test } from "vitest";
import { fromHex, hashOf, sha256, toHex } from "./sha256";

const text = (said: string) => toHex(sha256(new TextEncoder().encode(said)));

test("the examples of the standard", () => {
  expect(text("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(text("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  expect(text("a".repeat(100_000))).toBe("6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee");
});

test("it agrees with the machine's own, around every edge of a block", async () => {
  for (let length = 0; length < 200; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    expect(toHex(sha256(bytes)), `${length} bytes`).toBe(
      toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
    );
  }
});

test("hex there and back", () => {
  expect(toHex(fromHex("00ff10ab"))).toBe("00ff10ab");
  expect(hashOf("00".repeat(32))).toBe("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
});

import { expect, test } from "vitest";
import { ago } from "./ago";

const NOW = Date.parse("2026-05-04T12:00:00Z");

test("times are told as people tell them", () => {
  expect(ago("2026-05-04T11:59:30Z", NOW)).toBe("just now");
  expect(ago("2026-05-04T11:58:30Z", NOW)).toBe("a minute ago");
  expect(ago("2026-05-04T11:20:00Z", NOW)).toBe("40 minutes ago");
  expect(ago("2026-05-04T10:59:00Z", NOW)).toBe("an hour ago");
  expect(ago("2026-05-03T11:00:00Z", NOW)).toBe("yesterday");
  expect(ago("2026-04-24T12:00:00Z", NOW)).toBe("10 days ago");
});

test("a clock that runs behind the server's sees nothing in the future", () => {
  expect(ago("2026-05-04T12:03:00Z", NOW)).toBe("just now");
});

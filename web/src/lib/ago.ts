/** How long ago something was, in words that need not be exact. */
const STEPS: [seconds: number, one: string, many: string][] = [
  [86_400, "yesterday", "days ago"],
  [3600, "an hour ago", "hours ago"],
  [60, "a minute ago", "minutes ago"],
];

export function ago(then: string, now = Date.now()): string {
  const seconds = (now - Date.parse(then)) / 1000;
  for (const [length, one, many] of STEPS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return count === 1 ? one : `${count} ${many}`;
  }
  return "just now";
}

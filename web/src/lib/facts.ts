import type { Fact } from "./messages";

/** "territory" or "territories", as the number wants it. */
export const wordOf = ({ value, one, many }: Fact): string => (many && value !== 1 ? many : one);

/** "3 points". */
export const factText = (fact: Fact): string => `${fact.value} ${wordOf(fact)}`;

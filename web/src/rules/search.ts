import type { Clause } from "../lib/messages";

/** Clauses that hold every word, those named so first. */
export function searchClauses(rules: Clause[], wanted: string): Clause[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rules;
  const named = (clause: Clause) => words.every((word) => `${clause.id} ${clause.title}`.toLowerCase().includes(word));
  const holds = (clause: Clause) =>
    words.every((word) => `${clause.id} ${clause.title} ${clause.text}`.toLowerCase().includes(word));
  return [...rules.filter(named), ...rules.filter((clause) => !named(clause) && holds(clause))];
}

import { recall, remember } from "./storage";

export type Theme = "auto" | "light" | "dark";

export const theme = $state({ chosen: "auto" as Theme });

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function show() {
  const shown = theme.chosen === "auto" ? (dark.matches ? "dark" : "light") : theme.chosen;
  document.documentElement.dataset.theme = shown;
}

export function startTheme() {
  const known = recall("theme");
  if (known === "light" || known === "dark") theme.chosen = known;
  dark.addEventListener("change", show);
  show();
}

export function chooseTheme(next: Theme) {
  theme.chosen = next;
  remember("theme", next);
  show();
}

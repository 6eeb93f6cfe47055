/** Which page is shown: a few paths on the history API. */
/** The pages with a second part in their path, and what that is called among their props. */
const ARGUMENTS = {
  match: "id",
  invite: "invite",
  seat: "secret",
  handover: "secret",
  replay: "id",
  check: "id",
  end: "id",
  rules: "game",
  howto: "game",
} as const;

export type PageName = "lobby" | "new" | "you" | "watch" | keyof typeof ARGUMENTS | "unknown";
export interface Page {
  name: PageName;
  props: Record<string, string>;
}

const hasArgument = (name: string): name is keyof typeof ARGUMENTS => Object.hasOwn(ARGUMENTS, name);

export function pageOf(path: string, search: string): Page {
  const [name = "", argument = "", ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (rest.length > 0) return { name: "unknown", props: {} };
  if (name === "") return { name: "lobby", props: {} };
  if (name === "new") return { name, props: { game: new URLSearchParams(search).get("game") ?? "" } };
  if ((name === "you" || name === "watch") && !argument) return { name, props: {} };
  return hasArgument(name) && argument
    ? { name, props: { [ARGUMENTS[name]]: argument } }
    : { name: "unknown", props: {} };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = () => pageOf(location.pathname, location.search);

export const router = $state({ page: here(), visit: 0 });

/** The address of the page shown: a jump to an anchor is no new page. */
let shown = location.pathname + location.search;

export function go(path: string, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  shown = location.pathname + location.search;
  router.page = here();
  router.visit += 1;
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => {
  const now = location.pathname + location.search;
  if (now === shown) return;
  shown = now;
  router.page = here();
  router.visit += 1;
});

/** Plain left clicks on links of this site change the page without loading it anew. */
export function followLinks(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  const onThisPage = link.pathname === location.pathname && link.search === location.search;
  if (onThisPage && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

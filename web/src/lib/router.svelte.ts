/** Which page is shown: a few paths on the history API. */
export type Page =
  | { name: "lobby" }
  | { name: "new"; game: string }
  | { name: "you" }
  | { name: "match"; id: string }
  | { name: "invite"; invite: string }
  | { name: "seat"; secret: string }
  | { name: "handover"; secret: string }
  | { name: "replay"; id: string }
  | { name: "check"; id: string }
  | { name: "rules"; game: string }
  | { name: "unknown" };

export function pageOf(path: string, search: string): Page {
  const [first = "", second = "", ...rest] = path.split("/").filter(Boolean).map(decoded);
  if (rest.length > 0) return { name: "unknown" };
  if (first === "") return { name: "lobby" };
  if (first === "new") return { name: "new", game: new URLSearchParams(search).get("game") ?? "" };
  if (first === "you" && second === "") return { name: "you" };
  if (second === "") return { name: "unknown" };
  switch (first) {
    case "match":
      return { name: "match", id: second };
    case "invite":
      return { name: "invite", invite: second };
    case "seat":
      return { name: "seat", secret: second };
    case "handover":
      return { name: "handover", secret: second };
    case "replay":
      return { name: "replay", id: second };
    case "check":
      return { name: "check", id: second };
    case "rules":
      return { name: "rules", game: second };
    default:
      return { name: "unknown" };
  }
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
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  const onThisPage = link.pathname === location.pathname && link.search === location.search;
  if (onThisPage && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Under which address others open the links of this page. */
import type { ServerInfo } from "./messages";

const isHere = (host: string) =>
  host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/** Where a link has to begin so that others can open it: this page may know the server by a name for its own machine. */
export function sharedOrigin(page: { origin: string; hostname: string }, server: ServerInfo | null): string {
  if (server?.public_url) return server.public_url;
  return (isHere(page.hostname) && server?.addresses[0]) || page.origin;
}

/** What to know about links before they are passed on, where there is something to know. */
export function sharingAdvice(page: { hostname: string }, server: ServerInfo | null): string {
  if (!server || server.public_url || !isHere(page.hostname)) return "";
  if (server.local)
    return "Only this computer can open these links. Friends in your network can as soon as the server is started with --host 0.0.0.0.";
  const [first, ...others] = server.addresses;
  if (!first)
    return "This page is open at an address that only this computer has: friends need the one that it has in the network.";
  const also = others.length > 0 ? ` It is also at ${others.join(" and ")}.` : "";
  return `Friends in your network reach this computer at ${first}; links carry that address.${also}`;
}

/** The page that a pasted link leads to; a full stop may follow it. */
export function pathIn(text: string): string | null {
  const found = /\/(invite|seat|handover|match|replay|end|check)\/([\w-]+)/.exec(text);
  return found && `/${found[1]}/${found[2]}`;
}

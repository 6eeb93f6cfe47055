import { fetchServer } from "./http";
import type { ServerInfo } from "./messages";

/** What the server says of its addresses, once somebody has asked. */
export const server = $state({ info: null as ServerInfo | null });
let asked = false;

export function findServer() {
  if (asked) return;
  asked = true;
  fetchServer().then(
    (info) => (server.info = info),
    () => (asked = false),
  );
}

/** SHA-256 of bytes written in hex, as hex. Browsers offer it only on secure pages (https or this machine). */
export async function sha256(hex: string): Promise<string> {
  if (!globalThis.crypto?.subtle) throw new Error("This browser computes hashes only on secure pages (https).");
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

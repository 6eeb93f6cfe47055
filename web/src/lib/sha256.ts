/** SHA-256 (FIPS 180-4) of our own: browsers offer theirs on secure pages only, and people play in their home network. */

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);

/** The first 32 bits of the fraction. */
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return view;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const text = padded(bytes);
  const sum = Int32Array.from(START);
  const words = new Int32Array(64);
  const word = (at: number) => words[at] ?? 0;
  for (let block = 0; block < text.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = text.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [word(i - 15), word(i - 2)];
      words[i] =
        word(i - 16) +
        (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
        word(i - 7) +
        (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
    for (let i = 0; i < 64; i++) {
      const first =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + word(i)) | 0;
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => (sum[at] = (sum[at] ?? 0) + value));
  }
  const digest = new DataView(new ArrayBuffer(32));
  sum.forEach((value, at) => digest.setInt32(4 * at, value));
  return new Uint8Array(digest.buffer);
}

export const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** Of bytes written in hex, as hex. */
export const hashOf = (hex: string) => toHex(sha256(fromHex(hex)));

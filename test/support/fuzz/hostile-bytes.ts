import * as fc from "fast-check";
import type { HostileRequest } from "./hostile-requests.ts";

/** What is inserted: delimiters, headers that say something else about the body, and other protocols. */
const PIECES: readonly string[] = [
  "\r\n",
  "\n",
  "\r",
  "\0",
  "\xff\xfe",
  ":",
  " ",
  "\t",
  "\r\n\r\n",
  " HTTP/1.1\r\n",
  " HTTP/9.9\r\n",
  "Content-Length: 5\r\n",
  "Content-Length: 99999999999999999999\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Expect: 100-continue\r\n",
  "Connection: upgrade\r\nUpgrade: websocket\r\n",
  "Connection: keep-alive, Authorization\r\n",
  "Host: b\r\n",
  "X: " + "y".repeat(17_000) + "\r\n",
  "0\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
];

interface Change {
  readonly at: number;
  readonly kind: "flip" | "insert" | "remove" | "repeat" | "end";
  readonly bits: number;
  readonly piece: string;
  readonly length: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom("flip", "insert", "insert", "remove", "repeat", "end"),
  bits: fc.integer({ min: 1, max: 255 }),
  piece: fc.constantFrom(...PIECES),
  length: fc.integer({ min: 1, max: 40 }),
});

/** Returns the bytes of requests, as Latin-1 text, with up to four changes at any place. */
export function hostileBytes(request: fc.Arbitrary<HostileRequest>): fc.Arbitrary<string> {
  return fc
    .tuple(request, fc.boolean(), fc.array(change, { maxLength: 4 }))
    .map(([sent, isChunked, changes]) => changes.reduce(changed, textOf(sent, isChunked)));
}

function textOf({ method, target, headers, body }: HostileRequest, isChunked: boolean): string {
  const content = typeof body === "string" ? Buffer.from(body, "utf8") : Buffer.from(body ?? new Uint8Array());
  const text = content.toString("latin1");
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${text.length}`;
  const lines = [`${method} ${target} HTTP/1.1`, "Host: a", ...headers.map((pair) => pair.join(": ")), length, "", ""];
  return `${lines.join("\r\n")}${isChunked ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text}`;
}

function changed(text: string, { at, kind, bits, piece, length }: Change): string {
  const place = at % (text.length + 1);
  const before = text.slice(0, place);
  const behind = text.slice(place);
  switch (kind) {
    case "flip":
      return `${before}${String.fromCharCode((behind.charCodeAt(0) || 0) ^ bits)}${behind.slice(1)}`;
    case "insert":
      return `${before}${piece}${behind}`;
    case "remove":
      return `${before}${behind.slice(length)}`;
    case "repeat":
      return `${before}${behind.slice(0, length).repeat(3)}${behind}`;
    case "end":
      return before;
  }
}

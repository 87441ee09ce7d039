import * as fc from "fast-check";

interface ByteChange {
  readonly at: number;
  readonly kind: "flip" | "insert" | "remove" | "repeat" | "end";
  readonly bytes: Uint8Array;
}

const PIECES = [
  "\0",
  "\xff",
  "\r\n",
  "\n",
  '"',
  ",",
  "\t",
  "{",
  "[",
  "\\u0000",
  "\ufeff",
  "PK\x03\x04",
  "\x1f\x8b\x08",
  "9e999",
];

const change: fc.Arbitrary<ByteChange> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom("flip", "flip", "insert", "remove", "repeat", "end"),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 16 }),
    fc.constantFrom(...PIECES).map((piece) => Uint8Array.from(Buffer.from(piece))),
  ),
});

/** Returns variants of a file with up to six changes at any place. */
export function mutatedBytes(valid: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc.array(change, { maxLength: 6 }).map((changes) => changes.reduce(changed, valid));
}

function changed(file: Uint8Array, { at, kind, bytes }: ByteChange): Uint8Array {
  const place = at % (file.length + 1);
  const before = file.subarray(0, place);
  const behind = file.subarray(place);
  const count = bytes.length;
  switch (kind) {
    case "flip":
      return Buffer.concat([
        before,
        behind.subarray(0, count).map((byte, index) => byte ^ (bytes[index] ?? 0)),
        behind.subarray(count),
      ]);
    case "insert":
      return Buffer.concat([before, bytes, behind]);
    case "remove":
      return Buffer.concat([before, behind.subarray(count)]);
    case "repeat":
      return Buffer.concat([before, ...Array.from({ length: 50 }, () => behind.subarray(0, count)), behind]);
    case "end":
      return before;
  }
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface HeadRow {
  readonly name: string;
  /** The head, followed by zeros up to 64 bytes. */
  readonly bytes: Buffer;
  /** For each reader, the number of bytes from which it returns a new result, with that result: "3 jpg". */
  readonly expected: Readonly<Record<string, string>>;
}

const BYTES_MIN = 64;

/** The rows of heads.txt: `name | first bytes | reader: count result, count result`. `\0*100;` means 100 zeros. */
export function headRows(): HeadRow[] {
  const lines = readFileSync(join(import.meta.dir, "heads.txt"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [name = "", head = "", ...cells] = line.split(" | ");
    const raw = Buffer.from(unescaped(head), "latin1");
    const bytes = Buffer.concat([raw, Buffer.alloc(Math.max(0, BYTES_MIN - raw.length))]);
    const expected = Object.fromEntries(cells.map((cell) => cell.split(": ", 2)));
    return { name, bytes, expected };
  });
}

function unescaped(head: string): string {
  return head
    .replaceAll(/\\0\*(\d+);/g, (_, count: string) => "\0".repeat(Number(count)))
    .replaceAll("\\0", "\0")
    .replaceAll(/\\x([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

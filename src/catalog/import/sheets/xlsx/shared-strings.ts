import type { XlsxLimits } from "./limits.ts";
import { unescaped } from "./unescaped.ts";
import { readXml } from "./xml-reader.ts";
import { atMost, XlsxFault } from "./xlsx-fault.ts";
import type { ZipParts } from "./zip-parts.ts";

/**
 * Reads the texts that cells refer to by index. A text longer than `cellCharacters` is null, so that only the rows with
 * it are rejected.
 */
export async function readSharedStrings(
  part: string,
  zip: ZipParts,
  limits: XlsxLimits,
): Promise<readonly (string | null)[]> {
  if (!zip.has(part)) return [];
  const strings: (string | null)[] = [];
  let text = "";
  let characters = 0;
  let isText = false;
  let isPhonetic = false;
  await readXml(
    part,
    zip,
    {
      open: (name) => {
        if (name === "si") text = "";
        if (name === "t") isText = true;
        if (name === "rPh") isPhonetic = true;
      },
      close: (name) => {
        if (name === "t") isText = false;
        if (name === "rPh") isPhonetic = false;
        if (name !== "si") return;
        strings.push(text.length > limits.cellCharacters ? null : compact(unescaped(text)));
        if (strings.length > limits.sharedStrings) {
          throw new XlsxFault(atMost(limits.sharedStrings, "different texts"), "more");
        }
      },
      text: (piece) => {
        if (!isText || isPhonetic) return;
        characters += piece.length;
        if (characters > limits.sharedCharacters) {
          throw new XlsxFault(atMost(limits.sharedCharacters, "characters in all different texts"), "more");
        }
        if (text.length <= limits.cellCharacters) text += piece;
      },
    },
    limits,
  );
  return strings;
}

/** Copies a text, because a slice of a chunk would keep the chunk in memory. */
function compact(text: string): string {
  return Buffer.from(text).toString();
}

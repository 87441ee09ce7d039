import type { ErrorDocument } from "../../../../clients/typescript/operations.ts";
import { refusalsEn } from "../texts/refusals/en.ts";
import type { TextValues } from "./fill-text.ts";

type RefusalKey = keyof typeof refusalsEn;
type RefusalError = Pick<ErrorDocument["errors"][number], "code" | "detail" | "meta">;
type FillText = (key: RefusalKey, values: TextValues) => string;

const BYTES_PER_MEGABYTE = 1_048_576;
const SECONDS_PER_MINUTE = 60;

/**
 * Returns a refusal for people, by its code, or else by its status. `text` fills the texts of the page's language. The server's
 * sentence, which is in English, is only a part of the text where nothing else says what is wrong.
 */
export function refusalText(status: number, { code, detail, meta = {} }: RefusalError, text: FillText): string {
  const values = { ...numbersOf(meta), detail };
  for (const name of [code, status]) {
    const key = `refused.${name ?? ""}`;
    const found = isKey(key) ? text(key, values) : null;
    // A limit that the answer does not have leaves its place in the text.
    if (found !== null && !/\{\w+\}/.test(found)) return found;
  }
  return text("refused.other", values);
}

function isKey(key: string): key is RefusalKey {
  return Object.hasOwn(refusalsEn, key);
}

function numbersOf(meta: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const numbers = Object.fromEntries(
    Object.entries(meta).flatMap(([name, value]) => (typeof value === "number" ? [[name, value] as const] : [])),
  );
  const { limit_bytes: bytes, limit_seconds: seconds } = numbers;
  return {
    ...numbers,
    ...(bytes === undefined ? {} : { megabytes: Math.round(bytes / BYTES_PER_MEGABYTE) }),
    ...(seconds === undefined ? {} : { minutes: Math.round(seconds / SECONDS_PER_MINUTE) }),
  };
}

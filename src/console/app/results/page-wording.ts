import type { ConstraintFacts, UnservedFacts } from "../../../../clients/typescript/operations.ts";
import { language, t } from "../lib/texts.ts";
import { constraintText } from "./constraint-text.ts";
import { type GivenReasons, reasonText } from "./reason-text.ts";
import { titleOf } from "./song-titles.ts";
import { unservedText } from "./unserved-text.ts";

/** Returns reasons in the language of the page, in one line. A kind that only a later version knows is in English. */
export function reasonsText({ reasons, reasonFacts }: GivenReasons): string {
  const wording = { language: language.value, text: t };
  const texts = reasonFacts?.map((facts, at) => reasonText(facts, wording) ?? reasons[at] ?? "") ?? reasons;
  return texts.join(" · ");
}

/** Returns a constraint in the language of the page; in English if only that is known. */
export function promiseText(english: string, facts: ConstraintFacts | null): string {
  return facts === null ? english : constraintText(facts, { language: language.value, text: t });
}

/** Returns what the catalog cannot satisfy, in the language of the page; in English if only that is known. */
export function unservedTexts(
  english: readonly string[],
  facts: readonly UnservedFacts[] | undefined,
): readonly string[] {
  const wording = { language: language.value, text: t };
  return facts?.map((one, at) => unservedText(one, wording, titleOf) ?? english[at] ?? "") ?? english;
}

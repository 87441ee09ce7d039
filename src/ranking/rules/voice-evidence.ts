import type { Wish } from "../../../schema/brief.ts";
import { UNKNOWN } from "../packed-format.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";
import { wishTerms } from "../wish-terms.ts";

/** What is left of the score of a song whose files do not say whether anybody sings, and whose tags say so. */
const LEFT = 0.4;

/** Kin as near as this are voices. */
const NEAR = 0.5;

/**
 * "No vocals" in a catalog whose files say who sings: of songs that leave it open, those tagged "rap" or "voice" come
 * last. Of a sung song with an instrumental mix the tags are true, and no evidence against that mix. (Where hardly any
 * file says, tags are all there is; they then count as what is avoided.)
 */
export const voiceEvidenceRule: Rule = {
  name: "voice evidence",
  prepare: (index, brief) => {
    const evidence = brief.avoided.filter(({ isEvidence }) => isEvidence === true);
    if (evidence.length === 0 || !index.tellsVocals()) return {};
    return {
      arrange: (ordered) => rescored(ordered, (song) => weighed(index, song, evidence)),
    };
  },
};

function weighed(index: RankingIndex, song: Ranked, evidence: readonly Wish[]): Ranked {
  const [from, to] = index.filesOf(song.place);
  const isOpen = index.sections.fileVocals.subarray(from, to).every((code) => code === UNKNOWN);
  if (!isOpen) return song;
  const sung = evidence
    .flatMap((wish) => wishTerms(index, wish))
    .find(({ term, part, shows }) => shows !== "word" && part >= NEAR && index.posting(term, song.place) !== null);
  if (sung === undefined) return song;
  const score = Math.round(song.score * LEFT);
  const told = `tagged ${sung.name}, and its files do not say who sings`;
  return moved({ ...song, score }, { rule: "voice evidence", told, reason: null, points: score - song.score });
}

import type { Wish } from "../../../schema/brief.ts";
import { UNKNOWN } from "../packed-format.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";
import { wishTerms } from "../wish-terms.ts";

/** Factor for the score of a song with tags of a voice and files without a `vocals` value. */
const LEFT = 0.4;

/** Minimum weight of kin that are voices. */
const NEAR = 0.5;

/**
 * Lowers the score of songs tagged "rap" or "voice" if the brief asks for no vocals and their files have no `vocals`
 * value. The score of a sung song with an instrumental mix stays, because its tags describe the other version. If
 * hardly any file of the catalog has the value, the avoided facets rule uses these tags instead.
 */
export const voiceEvidenceRule: Rule = {
  name: "voice evidence",
  prepare: (index, brief) => {
    const evidence = brief.avoided.filter(({ isEvidence }) => isEvidence === true);
    if (evidence.length === 0 || !index.knowsVocals()) return {};
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
  const description = `tagged ${sung.name}, and its files do not say who sings`;
  return moved({ ...song, score }, { rule: "voice evidence", description, reason: null, points: score - song.score });
}

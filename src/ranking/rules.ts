import type { Rule } from "./rule.ts";
import { arcRule } from "./rules/arc.ts";
import { avoidedRule } from "./rules/avoided.ts";
import { captionRule } from "./rules/caption.ts";
import { diversityRule } from "./rules/diversity.ts";
import { durationRule } from "./rules/duration.ts";
import { embeddingLikenessRule } from "./rules/embedding-likeness.ts";
import { energyRule } from "./rules/energy.ts";
import { excludedRule } from "./rules/excluded.ts";
import { explicitRule } from "./rules/explicit.ts";
import { filmLengthRule } from "./rules/film-length.ts";
import { forChildrenRule } from "./rules/for-children.ts";
import { facetMatchRule } from "./rules/facet-match.ts";
import { learnedLikenessRule } from "./rules/learned-likeness.ts";
import { keyRule } from "./rules/key.ts";
import { namedTempoRule } from "./rules/named-tempo.ts";
import { ownTagsRule } from "./rules/own-tags.ts";
import { outlierTagsRule } from "./rules/outlier-tags.ts";
import { plainFactsRule } from "./rules/plain-facts.ts";
import { playlistRule } from "./rules/playlist.ts";
import { referenceRule } from "./rules/reference.ts";
import { releasedRule } from "./rules/released.ts";
import { rightsRule } from "./rules/rights.ts";
import { seasonalRule } from "./rules/seasonal.ts";
import { seenPaceRule } from "./rules/seen-pace.ts";
import { seenWordsRule } from "./rules/seen-words.ts";
import { stemsRule } from "./rules/stems.ts";
import { taggedRule } from "./rules/tagged.ts";
import { tempoRule } from "./rules/tempo.ts";
import { textRule } from "./rules/text.ts";
import { unaskedTagsRule } from "./rules/unasked-tags.ts";
import { versionsRule } from "./rules/versions.ts";
import { voiceEvidenceRule } from "./rules/voice-evidence.ts";
import { vocalsRule } from "./rules/vocals.ts";

/** All rules. Verdicts are listed and arrangements are applied in this order. */
export const RULES: readonly Rule[] = [
  vocalsRule,
  explicitRule,
  tempoRule,
  energyRule,
  durationRule,
  releasedRule,
  stemsRule,
  keyRule,
  playlistRule,
  rightsRule,
  excludedRule,
  taggedRule,
  referenceRule,
  facetMatchRule,
  avoidedRule,
  plainFactsRule,
  arcRule,
  learnedLikenessRule,
  seasonalRule,
  forChildrenRule,
  textRule,
  seenWordsRule,
  ownTagsRule,
  unaskedTagsRule,
  outlierTagsRule,
  captionRule,
  voiceEvidenceRule,
  embeddingLikenessRule,
  namedTempoRule,
  seenPaceRule,
  filmLengthRule,
  versionsRule,
  diversityRule,
];

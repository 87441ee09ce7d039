import type { Brief, Mention, WishOverride } from "../../schema/brief.ts";
import { mergeTurn } from "../brief/turns/merge-turn.ts";
import { overrideWishes } from "../brief/turns/override-wishes.ts";
import type { Vocabulary } from "../brief/vocabulary.ts";
import type { Steps } from "../lib/steps.ts";
import { type BriefSources, understandSteps } from "./answer.ts";

interface GivenSong {
  readonly id: string;
  readonly title: string;
}

/** What one request of a conversation says. */
export interface TurnSources extends BriefSources {
  readonly likes: readonly GivenSong[];
  readonly dislikes: readonly GivenSong[];
  readonly overrides: readonly WishOverride[];
}

/**
 * Builds the brief of a conversation, in steps of a few milliseconds. Each turn keeps what the earlier ones ask for, except what
 * it contradicts. Overrides change what is understood so far.
 */
export function* understandTurns(turns: readonly TurnSources[], vocabulary: Vocabulary): Steps<Brief> {
  let brief: Brief | null = null;
  for (const turn of turns) {
    const read = withGivenSongs(yield* understandSteps(turn, vocabulary), turn);
    yield;
    const merged: Brief = brief === null ? read : mergeTurn(brief, read, vocabulary);
    brief = turn.overrides.length === 0 ? merged : overrideWishes(merged, turn.overrides, vocabulary);
  }
  return brief ?? (yield* understandSteps({ query: null, context: null }, vocabulary));
}

/** Adds the songs that a request gives by their ids. */
export function withGivenSongs(brief: Brief, { likes, dislikes }: Pick<TurnSources, "likes" | "dislikes">): Brief {
  if (likes.length + dislikes.length === 0) return brief;
  const given = [...likes.map((song) => mentionOf("like", song)), ...dislikes.map((song) => mentionOf("not", song))];
  return { ...brief, mentions: [...brief.mentions, ...given] };
}

function mentionOf(role: Mention["role"], { id, title }: GivenSong): Mention {
  return { role, kind: "id", readings: [[id]], certain: true, isOnly: false, given: { title } };
}

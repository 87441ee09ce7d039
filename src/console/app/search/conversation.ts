import type { SearchResult } from "../../../../clients/typescript/operations.ts";
import type { TurnAnswer } from "./run-conversation.ts";
import type { SearchedTexts } from "./origins.ts";
import { type NamedChange, type Step, stepOf, wishesOf, withoutChange } from "./steps.ts";

/** A turn of a search: what is asked for, and the answer; null until it is there. */
export interface Turn {
  readonly step: Step;
  readonly answer: TurnAnswer | null;
}

/** The service's limit of searches that build on each other. */
export const TURNS_MAX = 20;

/** Returns the turns with other answers, the first one to the first turn. */
export function withAnswers(turns: readonly Turn[], answers: readonly TurnAnswer[]): readonly Turn[] {
  return turns.map((turn, index) => ({ ...turn, answer: answers[index] ?? turn.answer }));
}

/** Builds the turns of stored searches, the first one first. Songs are called as the answers before them call them. */
export function turnsOf(results: readonly SearchResult[]): readonly Turn[] {
  const titles = new Map<string, string>();
  return results.map((result) => {
    const step = stepOf(result.data.attributes, titles);
    for (const one of result.included) if (one.type === "songs") titles.set(one.id, one.attributes.title);
    return { step, answer: { wishes: wishesOf(step), result } };
  });
}

/** Returns the texts of each turn as they were searched. */
export function textsOf(turns: readonly Turn[]): readonly SearchedTexts[] {
  return turns.map(({ answer }) => ({
    query: answer?.result.data.attributes.query ?? "",
    context: answer?.result.data.attributes.context ?? "",
  }));
}

/** Returns the first turn that has a sound, or -1. The service refuses weights of the sound before it. */
export function turnWithSound(turns: readonly Turn[], isFirstHeard: boolean): number {
  return turns.findIndex((turn, at) => {
    return turn.step.likes.length > 0 || (at === 0 ? isFirstHeard : isHeardIn(turn, turn.step));
  });
}

/** Whether a turn was answered with the sound of some of these assets. That of a film counts only as a temp track. */
export function isHeardIn(
  turn: Turn | undefined,
  { assetIds, tempTrack }: Pick<Step, "assetIds" | "tempTrack">,
): boolean {
  if (turn === undefined || assetIds.length === 0) return false;
  const { step, answer } = turn;
  const attributes = answer?.result.data.attributes;
  const heard = attributes?.status === "completed" ? (attributes.brief.heard ?? []) : [];
  const sounds = heard.filter(({ asset_id: id }) => id !== undefined && assetIds.includes(id));
  if (sounds.length > 0) return tempTrack || sounds.some(({ kind }) => kind === "audio");
  // A search that failed has no brief, but the service has accepted its choice of a sound.
  return (step.excerpt !== null || step.weights !== null) && (tempTrack || !step.tempTrack);
}

/** Returns the changes of all turns but the last one. Of changes of the same wish, only the latest. */
export function earlierChanges(turns: readonly Turn[]): readonly NamedChange[] {
  const latest = new Map(turns.slice(0, -1).flatMap(({ step }) => step.changes.map((change) => [change.id, change])));
  return [...latest.values()];
}

/** Takes back the changes of a wish, in the latest turn that has some. */
export function withoutLatestChange(turns: readonly Turn[], id: string): readonly Turn[] {
  const at = turns.findLastIndex(({ step }) => step.changes.some((change) => change.id === id));
  return turns.map((turn, index) => (index === at ? { ...turn, step: withoutChange(turn.step, id) } : turn));
}

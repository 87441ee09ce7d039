import type { SearchResult } from "../../../../clients/typescript/operations.ts";
import { type Conversation, wishesName } from "./latest-search.ts";
import type { SearchWishes } from "./search-wishes.ts";

/** The answer to a turn, and the wishes that it answers. */
export interface TurnAnswer {
  readonly wishes: SearchWishes;
  readonly result: SearchResult;
}

type RunTurn = (wishes: SearchWishes, signal: AbortSignal) => Promise<SearchResult>;

/**
 * Runs the turns of a conversation one after the other, because each refines the answer to the one before. `known` has answers by
 * turn: those to the same wishes are not searched again, except for the last turn's. Ends at a turn that fails.
 */
export async function runConversation(
  turns: Conversation,
  known: readonly (TurnAnswer | null)[],
  run: RunTurn,
  signal: AbortSignal,
): Promise<readonly TurnAnswer[]> {
  const answers: TurnAnswer[] = [];
  for (const [index, turn] of turns.entries()) {
    const former = answers.at(-1)?.result.data.id ?? turn.refines;
    const wishes = { ...turn, refines: former };
    const kept = known[index] ?? null;
    const isKept = index < turns.length - 1 && kept !== null && wishesName(kept.wishes) === wishesName(wishes);
    const result = isKept ? kept.result : await run(wishes, signal);
    signal.throwIfAborted();
    answers.push({ wishes, result });
    if (result.data.attributes.status === "failed") break;
  }
  return answers;
}

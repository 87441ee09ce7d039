import { describe, expect, test } from "bun:test";
import type { SearchResult } from "../../clients/typescript/operations.ts";
import { earlierChanges, type Turn, turnsOf, withoutLatestChange } from "../../src/console/app/search/conversation.ts";
import type { Conversation } from "../../src/console/app/search/latest-search.ts";
import { runConversation, type TurnAnswer } from "../../src/console/app/search/run-conversation.ts";
import type { SearchWishes } from "../../src/console/app/search/search-wishes.ts";
import { FIRST_STEP, wishesOf } from "../../src/console/app/search/steps.ts";

function wishes(query: string, refines: string | null = null): SearchWishes {
  return wishesOf({ ...FIRST_STEP, query, refines });
}

/** An answer as far as a conversation reads it. */
function answerTo(query: string, more: object = {}): SearchResult {
  const attributes = { status: "completed", query, context: null, asset_ids: [], ...more };
  return { data: { id: `id of ${query}`, attributes }, included: [] } as unknown as SearchResult;
}

async function run(turns: Conversation, known: readonly (TurnAnswer | null)[] = []) {
  const searched: string[] = [];
  const answers = await runConversation(
    turns,
    known,
    async ({ query, refines }) => {
      searched.push(`${query} after ${refines ?? "nothing"}`);
      return answerTo(query, query === "unknown" ? { status: "failed" } : {});
    },
    new AbortController().signal,
  );
  return { searched, answers };
}

describe("running a conversation", () => {
  test("refines with each turn the answer to the turn before", async () => {
    const { searched } = await run([wishes("piano"), wishes("slower", "an old id"), wishes("no strings")]);
    expect(searched).toEqual(["piano after nothing", "slower after id of piano", "no strings after id of slower"]);
  });

  test("begins at a stored search, if the turns before are unknown", async () => {
    expect((await run([wishes("slower", "a stored id")])).searched).toEqual(["slower after a stored id"]);
  });

  test("keeps earlier answers to the same wishes, and searches the last turn again", async () => {
    const turns: Conversation = [wishes("piano"), wishes("slower")];
    const { answers } = await run(turns);
    expect((await run(turns, answers)).searched).toEqual(["slower after id of piano"]);
    const changed: Conversation = [wishes("guitar"), wishes("slower")];
    expect((await run(changed, answers)).searched).toEqual(["guitar after nothing", "slower after id of guitar"]);
  });

  test("ends with the turn that fails", async () => {
    const { searched, answers } = await run([wishes("unknown"), wishes("slower")]);
    expect(searched).toEqual(["unknown after nothing"]);
    expect(answers.at(-1)?.result.data.attributes.status).toBe("failed");
  });

  test("stops between two turns when it is aborted", async () => {
    const abort = new AbortController();
    const searched: string[] = [];
    const running = runConversation(
      [wishes("piano"), wishes("slower")],
      [],
      async ({ query }) => {
        searched.push(query);
        abort.abort();
        return answerTo(query);
      },
      abort.signal,
    );
    expect(running).rejects.toThrow();
    await running.catch(() => undefined);
    expect(searched).toEqual(["piano"]);
  });
});

describe("the turns of stored searches", () => {
  test("call liked songs as the answers before call them", () => {
    const song = { type: "songs", id: "nd-1", attributes: { title: "Harbour" } };
    const first = { ...answerTo("piano"), included: [song] } as unknown as SearchResult;
    const turns = turnsOf([first, answerTo("slower", { refines: "id of piano", likes: ["nd-1", "nd-2"] })]);
    expect(turns[1]?.step.likes).toEqual([
      { id: "nd-1", title: "Harbour" },
      { id: "nd-2", title: "nd-2" },
    ]);
  });

  test("have the latest change of each wish, and take it back where it was made", () => {
    const turn = (...changes: Turn["step"]["changes"]): Turn => ({ step: { ...FIRST_STEP, changes }, answer: null });
    const warm = { id: "mood/warm", label: "warm" };
    const turns = [turn({ ...warm, weight: 0.2 }), turn({ ...warm, polarity: "must" }), turn()];
    expect(earlierChanges(turns)).toEqual([{ ...warm, polarity: "must" }]);
    expect(withoutLatestChange(turns, "mood/warm").map(({ step }) => step.changes.length)).toEqual([1, 0, 0]);
    expect(withoutLatestChange(turns, "mood/cold")).toEqual(turns);
  });
});

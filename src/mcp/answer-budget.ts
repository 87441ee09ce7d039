import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";

/** Characters of the answers to one batch. The last answer can exceed it. All answers are in memory until they are sent. */
export const BATCH_ANSWER_MAX = 2 * 1024 ** 2;

/** Counts the characters of the answers to the messages of one request. */
export class AnswerBudget {
  #spent = 0;

  /** Throws an McpError if the answers to earlier messages have used up the budget. */
  requireRoom(): void {
    if (this.#spent < BATCH_ANSWER_MAX) return;
    throw new McpError(
      ErrorCode.InvalidRequest,
      "Expected a batch whose answers have at most 2 MiB. Send this message in a request of its own.",
    );
  }

  /** Counts an answer. Throws too, because other messages can be answered while one is worked on. */
  spend(answer: object): void {
    this.requireRoom();
    this.#spent += JSON.stringify(answer).length;
  }
}

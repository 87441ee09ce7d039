import { shortened } from "./shortened.ts";

/** Something that was put right or passed over, once for all records it was met in. */
export interface ImportWarning {
  readonly message: string;
  readonly count: number;
  /** Where it was met first. */
  readonly file: string;
  readonly line: number;
}

/** A dump may name millions of different unknown fields; beyond these they are counted together. */
const MESSAGES_MAX = 500;
/** A field's name may be as long as a line. */
const MESSAGE_LENGTH_MAX = 300;
const OTHERS = "further warnings of other kinds";

/** Counts warnings by their message. */
export class Warnings {
  readonly #found = new Map<string, { count: number; readonly file: string; readonly line: number }>();

  add(whole: string, file: string, line: number): void {
    const message = shortened(whole, MESSAGE_LENGTH_MAX);
    const key = this.#found.has(message) || this.#found.size < MESSAGES_MAX ? message : OTHERS;
    const warning = this.#found.get(key);
    if (warning === undefined) this.#found.set(key, { count: 1, file, line });
    else warning.count++;
  }

  list(): ImportWarning[] {
    return [...this.#found].map(([message, { count, file, line }]) => ({ message, count, file, line }));
  }
}

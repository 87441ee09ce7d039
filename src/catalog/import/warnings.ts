/** A correction or an ignored value, counted over all records. */
export interface ImportWarning {
  readonly message: string;
  readonly count: number;
  /** Position of the first occurrence. */
  readonly file: string;
  readonly line: number;
}

/** Distinct warnings. A dump can have millions of different unknown fields; further ones are counted together. */
const MESSAGES_MAX = 500;
/** The name of a field can be as long as a line. */
const MESSAGE_LENGTH_MAX = 300;
const OTHERS = "further warnings of other kinds";

/** Counts warnings by their message. */
export class Warnings {
  readonly #found = new Map<string, { count: number; readonly file: string; readonly line: number }>();

  add(fullMessage: string, file: string, line: number): void {
    const message = shortened(fullMessage, MESSAGE_LENGTH_MAX);
    const key = this.#found.has(message) || this.#found.size < MESSAGES_MAX ? message : OTHERS;
    const warning = this.#found.get(key);
    if (warning === undefined) this.#found.set(key, { count: 1, file, line });
    else warning.count++;
  }

  list(): ImportWarning[] {
    return [...this.#found].map(([message, { count, file, line }]) => ({ message, count, file, line }));
  }
}

/** Cuts a text to `lengthMax` characters, including an ellipsis. Messages can quote long content of a file. */
export function shortened(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}

import { shorten } from "../lib/shorten.ts";

/** A fault in the arguments of a tool: where, as a JSON Pointer, and what was expected. */
export interface ArgumentFault {
  readonly path: string;
  readonly message: string;
}

/** The arguments of a tool do not match its schema. The message is for the model, which can correct them. */
export class InvalidArguments extends Error {
  readonly faults: readonly ArgumentFault[];

  constructor(faults: readonly ArgumentFault[]) {
    const shown = faults.map(({ path, message }) => ({ path: shorten(path === "" ? "/" : path), message }));
    // One mistake can break several rules of a schema, such as the members of a union.
    const lines = [...new Set(shown.map(({ path, message }) => `${path}: ${message}`))];
    super(`The arguments are invalid. ${lines.join("; ")}.`);
    this.name = "InvalidArguments";
    this.faults = shown;
  }
}

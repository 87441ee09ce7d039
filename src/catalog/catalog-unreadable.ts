import { messageOf } from "../lib/assert.ts";

/** The database of a catalog generation cannot be opened or read: it is missing, damaged or truncated. */
export class CatalogUnreadable extends Error {
  readonly path: string;

  constructor(path: string, message: string, cause: unknown) {
    super(`${message}: ${messageOf(cause)}`, { cause });
    this.name = "CatalogUnreadable";
    this.path = path;
  }
}

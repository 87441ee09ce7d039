import { messageOf } from "../lib/assert.ts";

/** A query of an open catalog generation failed: its file is damaged, was cut off, or cannot be read. */
export class CatalogUnreadable extends Error {
  constructor(generation: number, cause: unknown) {
    super(`generation ${generation} of the catalog cannot be read: ${messageOf(cause)}`, { cause });
    this.name = "CatalogUnreadable";
  }
}

/** A query of an open catalog generation failed: its file is damaged, was cut off, or cannot be read. */
export class CatalogUnreadable extends Error {
  constructor(generation: number, cause: unknown) {
    super(`Generation ${generation} of the catalog cannot be read`, { cause });
    this.name = "CatalogUnreadable";
  }
}

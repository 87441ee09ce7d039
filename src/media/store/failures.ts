/** A source file is unreadable. The message is a clause for a sentence: "it cannot be read (EIO)". */
export class SourceUnreadable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "SourceUnreadable";
  }
}

/** The store cannot be written. The message says how to fix it. */
export class StoreUnwritable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreUnwritable";
  }
}

/** Returns the failure of a disk that is too full for `what`. */
export function noRoom(what: string): StoreUnwritable {
  const cause = Object.assign(new Error("no room"), { code: "ENOSPC" });
  return new StoreUnwritable(`The disk of the data folder has no room for ${what}. Free some space.`, { cause });
}

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

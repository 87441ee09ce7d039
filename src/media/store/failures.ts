/** A file for the store cannot be read. The message is the end of a sentence: "it cannot be read (EIO)". */
export class SourceUnreadable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "SourceUnreadable";
  }
}

/** The store cannot be written. The message says what to do. */
export class StoreUnwritable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreUnwritable";
  }
}

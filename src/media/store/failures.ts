/** A file that was to be taken into the store cannot be read. The message is a sentence's end: "it cannot be read (EIO)". */
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

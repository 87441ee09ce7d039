/** An import that could not be done. The former catalog is whole; the message says what to do. */
export class ImportFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportFailure";
  }
}

/** A spreadsheet that is damaged, or larger than may be read. Other files of the import can be read all the same. */
export class UnreadableSheet extends ImportFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreadableSheet";
  }
}

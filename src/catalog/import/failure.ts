/** An import that could not be done. The former catalog is whole; the message says what to do. */
export class ImportFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportFailure";
  }
}

/** A table that is damaged, or larger than may be read. The other files of the import can be read all the same. */
export class UnreadableTable extends ImportFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreadableTable";
  }
}

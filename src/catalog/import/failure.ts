/** The import failed. The previous catalog is intact; the message says what to do. */
export class ImportFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportFailure";
  }
}

/** A table is damaged or exceeds a limit. The other files of the import can still be read. */
export class UnreadableTable extends ImportFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreadableTable";
  }
}

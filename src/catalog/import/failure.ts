/** The import failed. The previous catalog is intact; the message says what to do. */
export class ImportFailure extends Error {
  override name = "ImportFailure";
}

/** A table is damaged or exceeds a limit. The other files of the import can still be read. */
export class UnreadableTable extends ImportFailure {
  override name = "UnreadableTable";
}

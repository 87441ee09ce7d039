/** An import that could not be done. The former catalog is whole; the message says what to do. */
export class ImportFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportFailure";
  }
}

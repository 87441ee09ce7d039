/** The service has not answered: the connection is lost, or the server is down. The browser's own words for it are in English. */
export class UnreachableError extends Error {
  constructor(cause?: unknown) {
    super("The server does not answer.", { cause });
    this.name = "UnreachableError";
  }
}

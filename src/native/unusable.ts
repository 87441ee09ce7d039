/** A native part cannot be had; the message says what to do. */
export class NativePartsUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NativePartsUnusable";
  }
}

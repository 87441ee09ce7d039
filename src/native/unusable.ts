/** A native part is missing or cannot be run. The message says how to fix it. */
export class NativePartsUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NativePartsUnusable";
  }
}

/** A thing with a life. `start` returns when it works; `stop` returns when it has ended and is safe to call twice. */
export interface Service {
  readonly name: string;
  start(): void | Promise<void>;
  stop(): Promise<void>;
}

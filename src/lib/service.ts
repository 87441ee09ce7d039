/** A background service. `start` returns when it runs. `stop` returns when it has ended, and can be called twice. */
export interface Service {
  readonly name: string;
  start(): void | Promise<void>;
  stop(): Promise<void>;
}

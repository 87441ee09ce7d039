/** To the thread: move the log of the database at this path, or close all databases. */
export type CheckpointRequest = { readonly kind: "move"; readonly path: string } | { readonly kind: "close" };

/** The end of a request: the answer of the thread, or that it has ended. */
export type CheckpointAnswer =
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "ended"; readonly message: string };

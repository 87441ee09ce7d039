/** To the thread: move the log of the database at this path, or close the database. */
export type CheckpointRequest = { readonly kind: "move"; readonly path: string } | { readonly kind: "close" };

/** From the thread, one for each request. */
export type CheckpointAnswer = { readonly kind: "done" } | { readonly kind: "failed"; readonly message: string };

/** Receives how much of some work is done. Called often, so it must be fast. */
export type OnProgress = (done: number, total: number) => void;

import type { Timer } from "./timer.ts";

/** Waits for the next turn of the event loop, so that other work can run first. */
export function nextTurn(timer: Timer): Promise<void> {
  return new Promise((resume) => void timer.after(0, resume));
}

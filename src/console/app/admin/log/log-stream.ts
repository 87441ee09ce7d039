import { type Signal, signal } from "@preact/signals";
import { urlOf } from "../../../../../clients/typescript/client.ts";
import type { AdminLogList } from "../../../../../clients/typescript/operations.ts";

export type ShownLogLine = AdminLogList["data"][number];
export type ShownLogLevel = ShownLogLine["attributes"]["level"];

/** Lines that the page shows, the newest. */
const SHOWN_MAX = 500;

export interface LogQuery {
  readonly level: ShownLogLevel;
  /** A text in the line; empty for all lines. */
  readonly about: string;
}

export interface LogStream {
  /** The newest first. */
  readonly lines: Signal<readonly ShownLogLine[]>;
  readonly state: Signal<"connecting" | "live" | "ended">;
  /** Lines that the server left out. */
  readonly missed: Signal<number>;
  close(): void;
}

/** Follows the log of the server. Lines that arrive together are shown together. */
export function followLog({ level, about }: LogQuery): LogStream {
  const lines = signal<readonly ShownLogLine[]>([]);
  const state = signal<"connecting" | "live" | "ended">("connecting");
  const missed = signal(0);
  const query = { "filter[level]": level, ...(about === "" ? {} : { "filter[about]": about }) };
  const events = new EventSource(urlOf("adminFollowLog", {}, query));
  let arrived: ShownLogLine[] = [];
  let frame: number | null = null;
  const show = (): void => {
    frame = null;
    lines.value = [...arrived.toReversed(), ...lines.peek()].slice(0, SHOWN_MAX);
    arrived = [];
  };
  events.addEventListener("open", () => (state.value = "live"));
  events.addEventListener("line", (event) => {
    arrived.push(JSON.parse(String(event.data)) as ShownLogLine);
    frame ??= requestAnimationFrame(show);
  });
  events.addEventListener("missed", (event) => {
    missed.value += (JSON.parse(String(event.data)) as { readonly count: number }).count;
  });
  events.addEventListener("error", () => {
    // A stream ends after a minute, and the browser connects again.
    state.value = events.readyState === EventSource.CLOSED ? "ended" : "connecting";
  });
  return {
    lines,
    state,
    missed,
    close: () => {
      events.close();
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}

import { describe, expect, test } from "bun:test";
import { EventStreams, eventText } from "../../src/lib/event-streams.ts";
import { Refused } from "../../src/lib/refusal.ts";
import { FakeTime } from "../jobs/fake-time.ts";

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const never = new AbortController().signal;

function streamsOf(end = never) {
  const time = new FakeTime();
  const streams = new EventStreams({
    timer: time,
    end,
    totalMax: 3,
    perOwnerMax: 2,
    busyRetrySeconds: 5,
    reconnectMs: 500,
  });
  return { time, streams };
}

/** One event, and then nothing until the stream is over. */
async function* oneEvent(signal: AbortSignal): AsyncGenerator<string, void> {
  yield eventText("line", { text: "first" }, "7");
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
}

describe("a stream of events", () => {
  test("begins with the time to connect again, and ends with its events, after a minute, or with the server", async () => {
    const text = 'retry: 500\n\nid: 7\nevent: line\ndata: {"text":"first"}\n\n';
    const server = new AbortController();
    const { time, streams } = streamsOf(server.signal);
    const timed = textOf(streams.open("ada", never, oneEvent));
    await time.pass(60_000);
    expect(await timed).toBe(text);
    const stopped = textOf(streams.open("ada", never, oneEvent));
    server.abort();
    expect(await stopped).toBe(text);
  });

  test("gives back one slot when it is cancelled, also while it waits for an event", async () => {
    const { time, streams } = streamsOf();
    const reader = streams.open("ada", never, oneEvent).getReader();
    await reader.read();
    await reader.read();
    const waiting = reader.read();
    await time.runDue();
    await reader.cancel();
    expect((await waiting).done).toBe(true);
    await time.runDue();
    for (const owner of ["ada", "ada", "bob"]) streams.open(owner, never, oneEvent);
    expect(() => streams.open("cleo", never, oneEvent)).toThrow(Refused);
  });

  test("counts against the maximum in total and of its owner", () => {
    const { streams } = streamsOf();
    for (const owner of ["ada", "ada", "bob"]) streams.open(owner, never, oneEvent);
    expect(() => streams.open("cleo", never, oneEvent)).toThrow(Refused);
  });
});

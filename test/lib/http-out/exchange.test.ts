import { expect, test } from "bun:test";
import { Duplex } from "node:stream";
import { exchange } from "../../../src/lib/http-out/exchange.ts";
import { FakeTime } from "../../jobs/fake-time.ts";

const MESSAGE = { url: "https://hooks.example:8443/a%20b?c=1", headers: { "webhook-id": "msg_1" }, body: "{}" };

/** A socket that accepts every byte and emits nothing, not even its own end. */
class SilentSocket extends Duplex {
  written = "";
  isDestroyed = false;

  override _read(): void {
    // No data ever arrives.
  }

  override _write(bytes: Buffer): void {
    this.written += bytes.toString("latin1");
  }

  override _destroy(): void {
    this.isDestroyed = true;
  }
}

function begin(options: { readonly signal?: AbortSignal; readonly headers?: Record<string, string> } = {}) {
  const { signal = new AbortController().signal, headers = MESSAGE.headers } = options;
  const time = new FakeTime();
  const socket = new SilentSocket();
  const limits = { timer: time, bodyWaitMs: 1_000, bodyBytesMax: 100 };
  return { time, socket, ended: exchange(socket, { ...MESSAGE, headers }, limits, signal) };
}

const messageOf = (error: Error): string => error.message;

test("an exchange ends with its signal, and destroys a socket that emits nothing", async () => {
  const limit = new AbortController();
  const { socket, ended } = begin({ signal: limit.signal });
  limit.abort(new Error("too late"));
  expect(await ended.catch(messageOf)).toBe("too late");
  expect(socket.isDestroyed).toBe(true);
});

test("an exchange whose signal is already aborted sends nothing", async () => {
  const { socket, ended } = begin({ signal: AbortSignal.abort(new Error("too late")) });
  expect(await ended.catch(messageOf)).toBe("too late");
  expect(socket).toMatchObject({ written: "", isDestroyed: true });
});

test.each(["key\r\nx-injected: 1", "ключ"])(
  "a header value that HTTP does not allow is not sent: %j",
  async (value) => {
    const { socket, ended } = begin({ headers: { authorization: value } });
    expect(await ended.catch((error: NodeJS.ErrnoException) => error.code)).toBe("ERR_INVALID_CHAR");
    expect(socket).toMatchObject({ written: "", isDestroyed: true });
  },
);

test("a body that does not end is read until its limit", async () => {
  const { time, socket, ended } = begin();
  socket.push("HTTP/1.1 503 No\r\nretry-after: 7\r\n\r\nbusy");
  await time.pass(999);
  expect(socket.isDestroyed).toBe(false);
  await time.pass(1);
  expect(await ended).toEqual({
    status: 503,
    headers: new Map([["retry-after", "7"]]),
    body: Buffer.from("busy"),
    ending: "incomplete",
  });
});

test("an exchange that ends cancels its timer", async () => {
  const waits = new Set<number>();
  const after = (delayMs: number): (() => void) => {
    waits.add(delayMs);
    return () => void waits.delete(delayMs);
  };
  const socket = new SilentSocket();
  const limits = { timer: { after }, bodyWaitMs: 1_000, bodyBytesMax: 100 };
  const ended = exchange(socket, MESSAGE, limits, new AbortController().signal);
  socket.push("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{");
  await new Promise<void>((resolve) => void setImmediate(resolve));
  expect(waits).toEqual(new Set([1_000]));
  socket.push("}");
  expect(await ended).toMatchObject({ ending: "complete" });
  expect(waits).toEqual(new Set());
});

test("a body without a length is complete when the connection ends", async () => {
  const { socket, ended } = begin();
  socket.push("HTTP/1.1 200 OK\r\n\r\nall of it");
  socket.push(null);
  expect(await ended).toMatchObject({ status: 200, ending: "complete" });
});

test("the request has the form of HTTP/1.1, with the URL's host and path", async () => {
  const { socket, ended } = begin();
  socket.push("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  await ended;
  expect(socket.written.split("\r\n")).toEqual([
    "POST /a%20b?c=1 HTTP/1.1",
    "host: hooks.example:8443",
    "connection: close",
    "webhook-id: msg_1",
    "content-length: 2",
    "",
    "{}",
  ]);
});

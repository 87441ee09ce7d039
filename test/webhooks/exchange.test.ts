import { expect, test } from "bun:test";
import { Duplex } from "node:stream";
import { exchange } from "../../src/webhooks/exchange.ts";
import { FakeTime } from "../jobs/fake-time.ts";

const MESSAGE = { url: "https://hooks.example:8443/a%20b?c=1", headers: { "webhook-id": "msg_1" }, body: "{}" };

/** A socket that takes everything and reports nothing, not even its own end. */
class SilentSocket extends Duplex {
  written = "";
  isDestroyed = false;

  override _read(): void {
    // Nothing ever comes.
  }

  override _write(bytes: Buffer): void {
    this.written += bytes.toString("latin1");
  }

  override _destroy(): void {
    this.isDestroyed = true;
  }
}

test("an exchange ends with its signal, and destroys a socket that reports nothing", async () => {
  const socket = new SilentSocket();
  const limit = new AbortController();
  const ended = exchange(socket, MESSAGE, { timer: new FakeTime(), bodyWaitMs: 1_000 }, limit.signal);
  limit.abort(new Error("too late"));
  expect(await ended.catch((error: Error) => error.message)).toBe("too late");
  expect(socket.isDestroyed).toBe(true);
});

test("an exchange whose signal is aborted already sends nothing", async () => {
  const socket = new SilentSocket();
  const signal = AbortSignal.abort(new Error("too late"));
  const ended = exchange(socket, MESSAGE, { timer: new FakeTime(), bodyWaitMs: 1_000 }, signal);
  expect(await ended.catch((error: Error) => error.message)).toBe("too late");
  expect(socket).toMatchObject({ written: "", isDestroyed: true });
});

test("a body that does not end is waited for as long as the options say", async () => {
  const time = new FakeTime();
  const socket = new SilentSocket();
  const ended = exchange(socket, MESSAGE, { timer: time, bodyWaitMs: 1_000 }, new AbortController().signal);
  socket.push("HTTP/1.1 503 No\r\nretry-after: 7\r\n\r\nbusy");
  await time.pass(999);
  expect(socket.isDestroyed).toBe(false);
  await time.pass(1);
  expect(await ended).toEqual({ status: 503, retryAfter: "7", excerpt: "busy" });
});

test("the request is one of HTTP/1.1, under the URL's host and path", async () => {
  const socket = new SilentSocket();
  const ended = exchange(socket, MESSAGE, { timer: new FakeTime(), bodyWaitMs: 0 }, new AbortController().signal);
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

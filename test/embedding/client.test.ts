import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { embeddingClient, EmbeddingFailure } from "../../src/embedding/client.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { LocalEmbeddingServer } from "../support/embedding-server.ts";

const vectors = (...given: readonly (readonly unknown[])[]) => LocalEmbeddingServer.vectors(...given);
const LIMIT_MS = 10_000;

let server: LocalEmbeddingServer;
beforeEach(() => {
  server = new LocalEmbeddingServer();
});
afterEach(() => server.stop());

function ask(texts: readonly string[], given: { apiKey?: string; limitMs?: number; stop?: AbortSignal } = {}) {
  const { apiKey = null, limitMs = LIMIT_MS, stop = new AbortController().signal } = given;
  const embed = embeddingClient({ baseUrl: server.baseUrl, apiKey, model: "small-model" }, systemTimer);
  return embed(texts, { limitMs, stop });
}

async function failureOf(work: Promise<unknown>): Promise<EmbeddingFailure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof EmbeddingFailure) return error;
  throw new Error(`expected an EmbeddingFailure, got ${String(error)}`);
}

describe("a request for vectors", () => {
  test("follows the protocol, with all texts at once", async () => {
    expect(await ask(["calm piano", "tense"])).toEqual([
      [1, 0, 1, 0, 1],
      [0, 1, 0, 0, 1],
    ]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: "POST /v1/embeddings",
      authorization: null,
      body: { model: "small-model", input: ["calm piano", "tense"], encoding_format: "float" },
    });
  });

  test("carries the key, if there is one", async () => {
    await ask(["calm"], { apiKey: "sk-studio" });
    expect(server.requests[0]?.authorization).toBe("Bearer sk-studio");
  });
});

describe("an answer", () => {
  test("is ordered by its indexes", async () => {
    server.behave = () =>
      Response.json({
        data: [
          { index: 1, embedding: [0, 2] },
          { index: 0, embedding: [1, 0] },
        ],
      });
    expect(await ask(["first", "second"])).toEqual([
      [1, 0],
      [0, 2],
    ]);
  });

  const UNFIT: readonly (readonly [what: string, answer: () => Response, message: RegExp])[] = [
    ["of fewer vectors than texts", () => vectors([1, 2]), /1 vectors for 2 texts/],
    ["of more vectors than texts", () => vectors([1], [1], [1]), /3 vectors for 2 texts/],
    ["of different lengths", () => vectors([1, 2], [1]), /2 and 1 numbers/],
    ["of empty vectors", () => vectors([], []), /without direction/],
    ["of a vector of zeros", () => vectors([1, 2], [0, 0]), /without direction/],
    [
      "with null for a number",
      () => vectors([1, null], [1, 2]),
      /not a list of vectors \(at \/data\/0\/embedding\/1\)/,
    ],
    [
      "with a number beyond all bounds",
      () => new Response('{"data":[{"index":0,"embedding":[1e999]}]}'),
      /not a list of/,
    ],
    ["with NaN", () => new Response('{"data":[{"index":0,"embedding":[NaN]}]}'), /not JSON/],
    ["with a text for a vector", () => Response.json({ data: [{ index: 0, embedding: "AACAPw==" }] }), /not a list of/],
    [
      "with one index twice",
      () => Response.json({ data: [0, 0].map((index) => ({ index, embedding: [1] })) }),
      /index 1/,
    ],
    ["that is no JSON", () => new Response("<html>busy</html>"), /not JSON/],
    ["that is empty", () => new Response(""), /not JSON/],
    ["without data", () => Response.json({ error: "no" }), /not a list of vectors \(at \/data\)/],
    ["of 400", () => new Response("too long", { status: 400 }), /^answered 400$/],
    ["of 500", () => new Response("input is too large to process", { status: 500 }), /^answered 500$/],
  ];
  for (const [what, answer, message] of UNFIT)
    test(`${what} counts as rejected`, async () => {
      server.behave = answer;
      const failure = await failureOf(ask(["calm", "tense"]));
      expect(failure.kind).toBe("rejected");
      expect(failure.message).toMatch(message);
    });

  for (const status of [401, 403, 404, 429, 502, 503, 204])
    test(`with status ${status} counts as unavailable`, async () => {
      server.behave = () => new Response(null, { status });
      expect(await failureOf(ask(["calm"]))).toMatchObject({ kind: "unavailable", message: `answered ${status}` });
    });

  test("that is larger than any vectors is not read to its end", async () => {
    let sent = 0;
    server.behave = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            sent += 1;
            controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
          },
        }),
      );
    expect((await failureOf(ask(["calm"]))).message).toMatch(/more than \d+ bytes/);
    expect(sent).toBeLessThan(100);
  });
});

describe("the client", () => {
  test("follows no redirect, because the key would go along", async () => {
    const other = new LocalEmbeddingServer();
    server.behave = () => Response.redirect(`${other.baseUrl}/embeddings`, 307);
    const failure = await failureOf(ask(["calm"], { apiKey: "sk-studio" }));
    expect(failure).toMatchObject({ kind: "unavailable", message: "answered 307: redirects are not followed" });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test("stops waiting for a server at the time limit", async () => {
    server.behave = () => new Promise<Response>(() => undefined);
    expect(await failureOf(ask(["calm"], { limitMs: 20 }))).toMatchObject({
      kind: "unavailable",
      message: "did not respond within 0.02 seconds",
    });
  });

  test("stops reading a slow answer at the time limit", async () => {
    server.behave = () =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) }));
    expect((await failureOf(ask(["calm"], { limitMs: 50 }))).message).toBe("did not respond within 0.05 seconds");
  });

  test("stops at once when it is aborted, with the reason", async () => {
    const stopping = new AbortController();
    server.behave = () => {
      stopping.abort(new Error("the program ends"));
      return new Promise<Response>(() => undefined);
    };
    await expect(ask(["calm"], { stop: stopping.signal })).rejects.toThrow("the program ends");
  });

  test("names no secret if the server is unavailable", async () => {
    await server.stop();
    const failure = await failureOf(ask(["calm"], { apiKey: "sk-studio" }));
    expect(failure.kind).toBe("unavailable");
    expect(failure.message).not.toContain("sk-studio");
  });

  test("does not repeat a refusal's text, which may contain the key", async () => {
    server.behave = () => new Response("wrong key: sk-studio", { status: 401 });
    expect((await failureOf(ask(["calm"], { apiKey: "sk-studio" }))).message).toBe("answered 401");
  });
});

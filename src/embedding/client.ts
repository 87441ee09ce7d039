import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Timer } from "../lib/timer.ts";
import { postJson } from "../lib/http-out/post-json.ts";

/** Limits for the JSON of one number, and of everything except the numbers. */
const NUMBER_BYTES = 32;
const ENVELOPE_BYTES = 64 * 1024;
const DIMS_MAX = 8_192;

/** Statuses that reject these texts. Some servers answer 500 to a long text. */
const REJECTED_STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** Any server that speaks OpenAI's protocol. */
export interface EmbeddingServer {
  /** Without a trailing slash; usually ends with /v1. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

/**
 * Requests the vectors of `texts` once, in their order and all of one length. Rejects with EmbeddingFailure if the
 * server fails, and with the reason of `stop` if that is aborted.
 */
export type Embed = (
  texts: readonly string[],
  bounds: { readonly limitMs: number; readonly stop: AbortSignal },
) => Promise<readonly (readonly number[])[]>;

/**
 * `unavailable`: the server does not answer, or not for us. `rejected`: it does not accept these texts, or its answer
 * is invalid. The message never contains a secret.
 */
export class EmbeddingFailure extends Error {
  readonly kind: "unavailable" | "rejected";

  constructor(kind: "unavailable" | "rejected", message: string) {
    super(message);
    this.name = "EmbeddingFailure";
    this.kind = kind;
  }
}

const Answer = Type.Object({
  data: Type.Array(
    Type.Object({ index: Type.Integer(), embedding: Type.Array(Type.Number(), { maxItems: DIMS_MAX }) }),
  ),
});

/**
 * Calls `POST {base}/embeddings` of OpenAI's protocol (platform.openai.com/docs/api-reference/embeddings). Private
 * addresses are allowed, because the server is in the studio's own network. Redirects are not followed, because the
 * request carries a key.
 */
export function embeddingClient({ baseUrl, apiKey, model }: EmbeddingServer, timer: Timer): Embed {
  return async (texts, { limitMs, stop }) => {
    const answerBytesMax = texts.length * DIMS_MAX * NUMBER_BYTES + ENVELOPE_BYTES;
    const body = JSON.stringify({ model, input: texts, encoding_format: "float" });
    const reply = await postJson({ url: `${baseUrl}/embeddings`, apiKey, body, limitMs, answerBytesMax }, timer, stop);
    if (reply.kind !== "answered")
      throw new EmbeddingFailure(reply.kind === "unavailable" ? "unavailable" : "rejected", reply.why);
    if (reply.status !== 200) throw refusedWith(reply.status);
    return vectorsIn(reply.text, texts.length);
  };
}

/** Reports only the status, because a server may repeat the key in its answer. */
function refusedWith(status: number): EmbeddingFailure {
  const isRedirect = status >= 300 && status < 400;
  return new EmbeddingFailure(
    REJECTED_STATUSES.has(status) ? "rejected" : "unavailable",
    isRedirect ? `answered ${status}: redirects are not followed` : `answered ${status}`,
  );
}

function vectorsIn(text: string, count: number): readonly (readonly number[])[] {
  const { data } = parsed(text);
  if (data.length !== count)
    throw new EmbeddingFailure("rejected", `answered ${data.length} vectors for ${count} texts`);
  const vectors = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const dims = data[0]?.embedding.length ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const vector = vectors.get(index);
    if (vector === undefined) throw new EmbeddingFailure("rejected", `answered no vector of index ${index}`);
    if (vector.length !== dims)
      throw new EmbeddingFailure("rejected", `answered vectors of ${dims} and ${vector.length} numbers`);
    if (vector.every((number) => number === 0))
      throw new EmbeddingFailure("rejected", "answered a vector without direction");
    return vector;
  });
}

function parsed(text: string): Static<typeof Answer> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EmbeddingFailure("rejected", "answered something that is not JSON");
  }
  if (Value.Check(Answer, value)) return value;
  const where = Value.Errors(Answer, value).First()?.path ?? "";
  throw new EmbeddingFailure(
    "rejected",
    `answered JSON that is not a list of vectors (at ${where === "" ? "/" : where})`,
  );
}

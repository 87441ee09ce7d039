import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Timer } from "../jobs/timer.ts";
import { postJson } from "../lib/post-json.ts";

/** What a number of a vector takes at most as JSON, and what stands around a vector. */
const NUMBER_BYTES = 32;
const AROUND_BYTES = 64 * 1024;
const DIMS_MAX = 8_192;

/** Statuses that complain about these texts rather than tell that nobody is there; some servers say 500 of a long text. */
const UNFIT_STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** Where vectors are made: any server that speaks OpenAI's protocol. */
export interface EmbeddingServer {
  /** Without a trailing slash; usually ends with /v1. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

/**
 * Asks once for the vectors of `texts`, in their order, all of one length. Rejects with EmbeddingFailure for whatever
 * the server does; with the reason of `stop` when that is aborted.
 */
export type Embed = (
  texts: readonly string[],
  bounds: { readonly limitMs: number; readonly stop: AbortSignal },
) => Promise<readonly (readonly number[])[]>;

/** `away`: nobody answers, or not for us. `unfit`: these texts, or the answer, would not do. Never holds a secret. */
export class EmbeddingFailure extends Error {
  readonly kind: "away" | "unfit";

  constructor(kind: "away" | "unfit", message: string) {
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
 * `POST {base}/embeddings` of OpenAI's protocol (platform.openai.com/docs/api-reference/embeddings). The server stands
 * in the studio's own network, so private addresses are right; it is not followed anywhere else, because a key goes along.
 */
export function embeddingClient({ baseUrl, apiKey, model }: EmbeddingServer, timer: Timer): Embed {
  return async (texts, { limitMs, stop }) => {
    const answerBytesMax = texts.length * DIMS_MAX * NUMBER_BYTES + AROUND_BYTES;
    const body = JSON.stringify({ model, input: texts, encoding_format: "float" });
    const reply = await postJson({ url: `${baseUrl}/embeddings`, apiKey, body, limitMs, answerBytesMax }, timer, stop);
    if (reply.kind !== "answered")
      throw new EmbeddingFailure(reply.kind === "unavailable" ? "away" : "unfit", reply.why);
    if (reply.status !== 200) throw refusedWith(reply.status);
    return vectorsIn(reply.text, texts.length);
  };
}

/** Only the status: a server may repeat a key in what it says. */
function refusedWith(status: number): EmbeddingFailure {
  const isRedirect = status >= 300 && status < 400;
  return new EmbeddingFailure(
    UNFIT_STATUSES.has(status) ? "unfit" : "away",
    isRedirect ? `answered ${status}: redirects are not followed` : `answered ${status}`,
  );
}

function vectorsIn(text: string, count: number): readonly (readonly number[])[] {
  const { data } = parsed(text);
  if (data.length !== count) throw new EmbeddingFailure("unfit", `answered ${data.length} vectors for ${count} texts`);
  const vectors = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const dims = data[0]?.embedding.length ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const vector = vectors.get(index);
    if (vector === undefined) throw new EmbeddingFailure("unfit", `answered no vector of index ${index}`);
    if (vector.length !== dims)
      throw new EmbeddingFailure("unfit", `answered vectors of ${dims} and ${vector.length} numbers`);
    if (vector.every((number) => number === 0))
      throw new EmbeddingFailure("unfit", "answered a vector without direction");
    return vector;
  });
}

function parsed(text: string): Static<typeof Answer> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EmbeddingFailure("unfit", "answered something that is not JSON");
  }
  if (Value.Check(Answer, value)) return value;
  const where = Value.Errors(Answer, value).First()?.path ?? "";
  throw new EmbeddingFailure("unfit", `answered JSON that is no list of vectors (at ${where === "" ? "/" : where})`);
}

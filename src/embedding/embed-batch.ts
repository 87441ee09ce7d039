import { SECOND_MS } from "../lib/clock.ts";
import { type Embed, EmbeddingFailure } from "./client.ts";
import { quantize } from "./quantize.ts";

/** A batch on a machine without a graphics card takes a while. */
const LIMIT_MS = 120 * SECOND_MS;

/** A text that no model refuses. */
const PROBE = "music";

/** How many numbers the model's vectors have. Throws EmbeddingFailure when it does not answer. */
export async function dimsOf(embed: Embed, stop: AbortSignal): Promise<number> {
  const [vector] = await embed([PROBE], { limitMs: LIMIT_MS, stop });
  return vector?.length ?? 0;
}

/**
 * The directions of texts, null for a text that the model does not take although it takes others: one such song must not
 * keep all that follow from theirs. Throws EmbeddingFailure when it is not the texts.
 */
export async function embedBatch(
  embed: Embed,
  texts: readonly string[],
  { dims, stop }: { readonly dims: number; readonly stop: AbortSignal },
): Promise<readonly (Int8Array | null)[]> {
  const whole = await attempt(embed, texts, dims, stop);
  if (whole !== null) return whole;
  if ((await dimsOf(embed, stop)) !== dims) throw otherDims(dims);
  const directions: (Int8Array | null)[] = [];
  for (const text of texts) {
    const alone = await attempt(embed, [text], dims, stop);
    directions.push(alone?.[0] ?? null);
  }
  return directions;
}

/** Null where these texts would not do. */
async function attempt(
  embed: Embed,
  texts: readonly string[],
  dims: number,
  stop: AbortSignal,
): Promise<readonly Int8Array[] | null> {
  try {
    const vectors = await embed(texts, { limitMs: LIMIT_MS, stop });
    if (vectors.some((vector) => vector.length !== dims)) throw otherDims(dims);
    return vectors.map(quantize);
  } catch (error) {
    if (error instanceof EmbeddingFailure && error.kind === "unfit") return null;
    throw error;
  }
}

/** Another model under the same name: the next try begins with what it answers then. */
function otherDims(dims: number): EmbeddingFailure {
  return new EmbeddingFailure("away", `answered vectors of another length than ${dims} before`);
}

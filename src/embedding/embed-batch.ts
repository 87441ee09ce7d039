import { SECOND_MS } from "../lib/clock.ts";
import { type Embed, EmbeddingFailure } from "./client.ts";
import { quantize } from "./quantize.ts";

/** A batch can take long on a machine without a graphics card. */
const LIMIT_MS = 120 * SECOND_MS;

/** A text that every model accepts. */
const PROBE = "music";

/** Returns the length of the model's vectors. Throws EmbeddingFailure if the server does not answer. */
export async function dimsOf(embed: Embed, stop: AbortSignal): Promise<number> {
  const [vector] = await embed([PROBE], { limitMs: LIMIT_MS, stop });
  return vector?.length ?? 0;
}

/**
 * Returns the directions of texts, with null for each text that the model rejects while it accepts others, so that one
 * song never blocks those after it. Throws EmbeddingFailure if the texts are not the cause.
 */
export async function embedBatch(
  embed: Embed,
  texts: readonly string[],
  { dims, stop }: { readonly dims: number; readonly stop: AbortSignal },
): Promise<readonly (Int8Array | null)[]> {
  const vectors = await attempt(embed, texts, dims, stop);
  if (vectors !== null) return vectors;
  if ((await dimsOf(embed, stop)) !== dims) throw otherDims(dims);
  const directions: (Int8Array | null)[] = [];
  for (const text of texts) {
    const alone = await attempt(embed, [text], dims, stop);
    directions.push(alone?.[0] ?? null);
  }
  return directions;
}

/** Returns null if the server rejects these texts. */
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
    if (error instanceof EmbeddingFailure && error.kind === "rejected") return null;
    throw error;
  }
}

/** The server now has another model under the same name; the next attempt starts over. */
function otherDims(dims: number): EmbeddingFailure {
  return new EmbeddingFailure("unavailable", `answered vectors of another length than ${dims} before`);
}

import { messageOf } from "../../../lib/assert.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { ImportFailure } from "../failure.ts";

export interface ByteReading {
  /** Receives the size of each chunk, as stored in the file (compressed). */
  readonly onBytes: (count: number) => void;
  /** Aborts reading: the generator throws the signal's reason. */
  readonly signal: AbortSignal | null;
}

/**
 * Streams the decompressed content of a dump file. Throws ImportFailure for a truncated or damaged file, because the
 * records after the damage are unknown.
 */
export async function* readBytes(file: DumpFile, { onBytes, signal }: ByteReading): AsyncGenerator<Uint8Array> {
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const source = Bun.file(file.path).stream().pipeThrough(counted);
  const content = file.compression === null ? source : source.pipeThrough(new DecompressionStream(file.compression));
  try {
    for await (const chunk of content) {
      signal?.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const what = file.compression === null ? "cannot be read to the end" : `is not a complete ${file.compression} file`;
    throw new ImportFailure(`${file.name} ${what}: ${messageOf(error)}`, { cause: error });
  }
}

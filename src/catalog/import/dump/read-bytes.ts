import { messageOf } from "../../../lib/assert.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { ImportFailure } from "../failure.ts";

export interface ByteReading {
  /** Hears how many more bytes of the file itself were read. */
  readonly onBytes: (count: number) => void;
  /** Ends the reading: the generator throws its reason. */
  readonly signal: AbortSignal | null;
}

/**
 * Streams a dump file's content, decompressed. A file that is cut short or damaged throws an ImportFailure that names
 * it: nobody can say what else it would have held.
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
    const what = file.compression === null ? "cannot be read to its end" : `is not a whole ${file.compression} file`;
    throw new ImportFailure(`${file.name} ${what}: ${messageOf(error)}`, { cause: error });
  }
}

/** The first piece of a response is small, so that a player starts soon. */
const FIRST_PIECE_BYTES = 256 * 1024;
const PIECE_BYTES = 1024 ** 2;

/** Reads the bytes from `first` to `last`, both inclusive, of one object. */
export type ReadRange = (first: number, last: number) => Promise<Uint8Array>;

/**
 * Returns the bytes from `first` to `last`, both inclusive, when the first piece has arrived, so that a failure can still be answered
 * with a status. Each further piece is requested when the former one was taken, so a slow client costs one piece of memory.
 */
export async function readPieces(read: ReadRange, first: number, last: number): Promise<AsyncGenerator<Uint8Array>> {
  const pieces = piecesOf(read, first, last);
  const begun = await pieces.next();
  return (async function* all() {
    if (begun.done !== true) yield begun.value;
    yield* pieces;
  })();
}

async function* piecesOf(read: ReadRange, first: number, last: number): AsyncGenerator<Uint8Array> {
  let length = FIRST_PIECE_BYTES;
  for (let at = first; at <= last; at += length, length = PIECE_BYTES) {
    length = Math.min(length, last - at + 1);
    yield await read(at, at + length - 1);
  }
}

import type { Steps } from "../../lib/steps.ts";
import { distinctNames, type EditList, EditListFault } from "./edit-list.ts";
import type { FrameRate } from "./frame-rate.ts";
import { readCmx } from "./read-cmx.ts";
import { readFcpxml } from "./read-fcpxml.ts";
import { readOtio } from "./read-otio.ts";

/** Bytes of a list. */
export const EDIT_LIST_BYTES_MAX = 4 * 1024 ** 2;

/**
 * Reads a CMX 3600 list, an FCPXML file or an OpenTimelineIO file; the first character tells which. `rate` is what the caller says
 * about the frame rate. Throws EditListFault.
 */
export function* readEditList(bytes: Uint8Array, rate: FrameRate | null): Steps<EditList> {
  const list = yield* reading(bytes, rate);
  const [title = ""] = distinctNames([list.title]);
  return { ...list, title };
}

function* reading(bytes: Uint8Array, rate: FrameRate | null): Steps<EditList> {
  if (bytes.byteLength > EDIT_LIST_BYTES_MAX) {
    throw new EditListFault(`The file has more than ${EDIT_LIST_BYTES_MAX} bytes. Export only the music tracks.`);
  }
  const text = decoded(bytes);
  yield;
  const start = text.trimStart().slice(0, 1);
  if (start === "") throw new EditListFault("The file is empty.");
  if (start === "<") return yield* readFcpxml(text, rate);
  return start === "{" ? yield* readOtio(text, rate) : yield* readCmx(text, rate);
}

/** Programs write UTF-8, UTF-16 with a byte order mark, or the encoding of Windows. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

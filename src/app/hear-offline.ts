import type { HeardSound, TimeSpan } from "../../schema/heard-sound.ts";
import { AudioUnreadable } from "../audio/audio-unreadable.ts";
import { hearApart } from "../audio/hearing/hear-apart.ts";
import { compared, namedFacts } from "../audio/hearing/hearing.ts";
import { complaintOfExcerpt } from "../assets/excerpt.ts";
import { sniffUpload } from "../assets/media-type.ts";
import { HEAD_BYTES_MAX } from "../lib/file-format/file-format.ts";
import { readHead } from "../lib/file-format/read-head.ts";
import { openNativeParts } from "../native/native-parts.ts";

/**
 * Hears an audio file on the disk, or the sound of a film, as the server hears uploads, in a child process. Throws with a sentence
 * for people if the file cannot be heard or has no such excerpt.
 */
export async function hearOffline(dataDir: string, path: string, excerpt: TimeSpan | null): Promise<HeardSound> {
  const sniffed = sniffUpload(await readHead(path, HEAD_BYTES_MAX), true);
  const isFilm = sniffed !== null && sniffed !== "more" && sniffed.kind === "video";
  const source = isFilm ? { path, container: sniffed.container } : { path };
  const run = { priority: "request", signal: new AbortController().signal } as const;
  const { facts, hearing } = await hearApart(source, openNativeParts(dataDir), run).catch((error: unknown) => {
    throw error instanceof AudioUnreadable ? new Error(`${path} cannot be heard. ${error.message}`) : error;
  });
  const complaint = excerpt === null ? null : complaintOfExcerpt(excerpt, facts.duration);
  if (complaint !== null) throw new Error(`${path}: ${complaint}`);
  return { kind: isFilm ? "video" : "audio", ...namedFacts(facts), ...compared(hearing, excerpt) };
}

import { pictureType } from "../../../media/picture-type.ts";
import { type AudioContainer, containerOf, endingOf, sniffAudio } from "../tags/audio-kinds.ts";

const NAMES: Readonly<Record<AudioContainer, string>> = {
  riff: "a WAV",
  aiff: "an AIFF",
  flac: "a FLAC",
  mpeg: "an MP3",
  mp4: "an M4A",
  ogg: "an OGG",
};

/**
 * Returns why a file cannot be served, based on its first bytes, or null. An image must be a picture that browsers show. A
 * file that is served in place gets its content type from its extension, so the two must agree; the store renames files
 * by their content. Throws errors of the file system.
 */
export async function findMediaFault(
  { absolute, isImage }: { readonly absolute: string; readonly isImage: boolean },
  isInPlace: boolean,
): Promise<string | null> {
  if (isImage) {
    return (await pictureType(absolute)) === null ? "it is not a JPEG, PNG, GIF, WebP or AVIF picture" : null;
  }
  const ending = endingOf(absolute);
  if (!isInPlace || ending === null) return null;
  const found = await sniffAudio(absolute);
  if (found === null || found === containerOf(ending)) return null;
  return `it is ${NAMES[found]} with the extension of ${NAMES[containerOf(ending)]}: rename it, or import it with --media copy`;
}

import { pictureType } from "../../../media/picture-type.ts";
import { type AudioContainer, containerOf, endingOf, sniffAudio } from "../tags/audio-kinds.ts";

const CALLED: Readonly<Record<AudioContainer, string>> = {
  riff: "a WAV",
  aiff: "an AIFF",
  flac: "a FLAC",
  mpeg: "an MP3",
  mp4: "an M4A",
  ogg: "an OGG",
};

/**
 * Why a file cannot be served as what it is named for, by its first bytes; null for one that can. Browsers are shown
 * pictures only. What is served from where it lies is sent under the type that its name says, so there the two must
 * agree; the store keeps each file under the name of what it is. Throws what the file system says.
 */
export async function findMediaFault(
  { absolute, isImage }: { readonly absolute: string; readonly isImage: boolean },
  isInPlace: boolean,
): Promise<string | null> {
  if (isImage) {
    return (await pictureType(absolute)) === null ? "it is no JPEG, PNG, GIF, WebP or AVIF picture" : null;
  }
  const ending = endingOf(absolute);
  if (!isInPlace || ending === null) return null;
  const found = await sniffAudio(absolute);
  if (found === null || found === containerOf(ending)) return null;
  return `it is ${CALLED[found]} under the name of ${CALLED[containerOf(ending)]}: rename it, or import it with --media copy`;
}

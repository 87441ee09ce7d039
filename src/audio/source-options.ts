import type { AudioContainer } from "./audio-container.ts";

/**
 * How ffmpeg and ffprobe are told of a foreign file: the container is forced and nothing but files may be opened, so
 * that a playlist under a song's name is refused instead of followed.
 */
export function sourceOptions(path: string, container: AudioContainer): readonly string[] {
  return ["-protocol_whitelist", "file,pipe", "-f", container, "-i", `file:${path}`];
}

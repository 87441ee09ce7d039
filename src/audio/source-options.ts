import type { AudioDemuxer } from "./audio-demuxer.ts";

/**
 * Options of ffmpeg and ffprobe for an untrusted file. They force the container and allow only local files, so that a playlist
 * with the name of a song is refused instead of followed.
 */
export function sourceOptions(path: string, demuxer: AudioDemuxer): readonly string[] {
  return ["-protocol_whitelist", "file,pipe", "-f", demuxer, "-i", `file:${path}`];
}

/** Address space of an ffmpeg or ffprobe child. Below 1 GB ffmpeg fails at random, although it uses far less. */
export const FFMPEG_MEMORY_BYTES_MAX = 1_500_000_000;

/** An untrusted file that ffmpeg or ffprobe reads. */
export interface FfmpegSource {
  /** Absolute path; null for stdin. */
  readonly path: string | null;
  /** ffmpeg's name of the container, detected from the first bytes. */
  readonly demuxer: string;
  /** The largest video frame to decode, in pixels. Absent for audio files. */
  readonly pixelsMax?: number;
}

/**
 * Returns the input options of ffmpeg and ffprobe. They force the container and allow only local files, so that a playlist
 * with the name of a song or film is refused and cannot open other files or hosts.
 */
export function sourceOptions({ path, demuxer, pixelsMax }: FfmpegSource): readonly string[] {
  const frames = pixelsMax === undefined ? [] : ["-max_pixels", String(pixelsMax)];
  const [protocols, input] = path === null ? ["pipe", "pipe:0"] : ["file,pipe", `file:${path}`];
  return [...frames, "-protocol_whitelist", protocols, "-f", demuxer, "-i", input];
}

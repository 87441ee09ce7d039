/** 8K has 33 million pixels. Such a frame and its reference frames still fit in a child's memory. */
const PIXELS_MAX = 36_000_000;

/**
 * Returns the input options for ffmpeg and ffprobe. The container is forced and only files can be opened, so that a playlist
 * with a film's name is refused and cannot open other files or hosts.
 */
export function sourceOptions(path: string, container: "mov" | "matroska"): readonly string[] {
  const limits = ["-max_pixels", String(PIXELS_MAX), "-protocol_whitelist", "file,pipe"];
  return [...limits, "-f", container, "-i", `file:${path}`];
}

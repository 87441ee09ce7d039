/** 8K has 33 million. A frame of that, with those it was predicted from, still fits a child's memory. */
const PIXELS_MAX = 36_000_000;

/**
 * How ffmpeg and ffprobe are told of a foreign file. The container is forced and nothing but files may be opened: a
 * playlist under a film's name is refused, instead of followed to other files and hosts.
 */
export function sourceOptions(path: string, container: "mov" | "matroska"): readonly string[] {
  const limits = ["-max_pixels", String(PIXELS_MAX), "-protocol_whitelist", "file,pipe"];
  return [...limits, "-f", container, "-i", `file:${path}`];
}

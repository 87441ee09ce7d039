import { checkNativeParts } from "../../native/check.ts";
import { openNativeParts } from "../../native/native-parts.ts";
import { type Check, fail, ok } from "./check.ts";

/** sharp, ffprobe and ffmpeg, by running each on a tiny job. */
export async function checkNative(dataDir: string): Promise<readonly Check[]> {
  const parts = await checkNativeParts(openNativeParts(dataDir));
  return parts.map(({ name, works, version, origin, detail }) => {
    const from = origin === "embedded" ? "from inside the executable" : "from node_modules";
    if (works) return ok(name, `${version ?? "unknown version"}, ${from}: ${detail}`);
    const advice =
      origin === "embedded"
        ? "It is unpacked below the data folder: that must be writable, private, and not mounted noexec."
        : "Install the packages again.";
    return fail(name, detail, advice);
  });
}

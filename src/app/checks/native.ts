import { checkNativeParts } from "../../native/check.ts";
import { openNativeParts } from "../../native/native-parts.ts";
import { indexMemory } from "../../ranking/kernel/index-memory.ts";
import { type Check, fail, ok, warn } from "./check.ts";

/** Checks sharp, ffprobe and ffmpeg by running each on a small job. */
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

/** Checks whether searches run in WebAssembly, by creating an empty index. */
export function checkKernel(): Check {
  if (indexMemory(0).kernel !== null) return ok("ranking kernel", "WebAssembly");
  const advice =
    "Results are the same, but searches take two to four times as long. Check whether address space is limited.";
  return warn("ranking kernel", "TypeScript, because WebAssembly is not available", advice);
}

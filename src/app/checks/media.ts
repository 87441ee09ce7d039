import { type Stats, statSync } from "node:fs";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import { catalogPath, type Generation, generationDir } from "../../catalog/generation.ts";
import type { FileStamp } from "../../lib/file-stamp.ts";
import { MediaStore } from "../../media/store/media-store.ts";
import { type Check, ok, warn } from "./check.ts";
import { namedMedia, withImportedStamps } from "./media-paths-store.ts";

const EXAMPLES_MAX = 3;
/** Further files are not checked, because each takes about a millisecond on a network share. */
const CHECKED_MAX = 200_000;

type FileState = "present" | "missing" | "altered";

/** Files with the same fault. */
interface Fault {
  readonly what: string;
  readonly advice: string;
  count: number;
  readonly examples: string[];
}

/** Checks that the media of the catalog exist, and that those in place are unchanged since the import. */
export function checkMedia(dataDir: string, generation: Generation, checkedMax = CHECKED_MAX): readonly Check[] {
  const store = new MediaStore(dataDir, "server");
  const [missing, altered, lost] = noFaults();
  let named = 0;
  let count = 0;
  withImportedStamps(dataDir, (stampOf) => {
    for (const { owner, ref } of namedMedia(catalogPath(generationDir(dataDir, generation.number)))) {
      named += 1;
      const path = store.pathOf(ref);
      // Rendered media have no file until they are requested.
      if (path === null || named > checkedMax) continue;
      count += 1;
      const isInPlace = parseMediaRef(ref)?.kind === "in place";
      const state = stateOf(path, stampOf(ref), isInPlace);
      if (state === "present") continue;
      const fault = !isInPlace ? lost : state === "missing" ? missing : altered;
      fault.count += 1;
      if (fault.examples.length < EXAMPLES_MAX) fault.examples.push(`${path} (${owner})`);
    }
  });
  const rest = named > checkedMax ? `; ${named - checkedMax} more were not checked` : "";
  const found = [missing, altered, lost].filter((fault) => fault.count > 0);
  if (found.length === 0) {
    return [ok("media", named === 0 ? "the catalog names no media" : `all ${count} files exist${rest}`)];
  }
  return found.map(({ what, advice, count: bad, examples }) => {
    const more = bad > examples.length ? `, and ${bad - examples.length} more` : "";
    return warn("media", `${bad} of ${count} files ${what}: ${examples.join(", ")}${more}${rest}`, advice);
  });
}

function noFaults(): [Fault, Fault, Fault] {
  const none = () => ({ count: 0, examples: [] });
  return [
    { what: "are missing", advice: "Mount their disk, or import again from the new location.", ...none() },
    {
      what: "were altered since they were imported and are not served",
      advice: "If the changes are intended, import the dump again. Otherwise restore the previous files.",
      ...none(),
    },
    {
      what: "are missing from the media store, or damaged",
      advice: "Copy media/ back into the data folder from a backup, or import the dump again.",
      ...none(),
    },
  ];
}

/** Compares times only in place: in the store the name identifies the content, and a restored backup can change times. */
function stateOf(path: string, stamp: FileStamp | null, isInPlace: boolean): FileState {
  const found = statOf(path);
  if (found === null || !found.isFile()) return "missing";
  if (stamp === null) return "present";
  const isSame = found.size === stamp.byteSize && (!isInPlace || Math.trunc(found.mtimeMs) === stamp.modifiedAt);
  return isSame ? "present" : "altered";
}

/** Returns null for a missing file and for one that cannot be read, for example on a failing disk. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

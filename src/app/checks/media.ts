import { type Stats, statSync } from "node:fs";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import { catalogPath, type Generation, generationDir } from "../../catalog/generation.ts";
import type { FileStamp } from "../../lib/file-stamp.ts";
import { MediaStore } from "../../media/store/media-store.ts";
import { type Check, ok, warn } from "./check.ts";
import { namedMedia, withImportedStamps } from "./media-paths-store.ts";

const EXAMPLES_MAX = 3;
/** Beyond so many names the rest is not looked at: on a network share each costs a millisecond. */
const LOOKED_AT_MAX = 200_000;

type State = "there" | "gone" | "altered";

/** What is wrong with files of one kind. */
interface Trouble {
  readonly what: string;
  readonly advice: string;
  count: number;
  readonly examples: string[];
}

/** Whether the media that the catalog names are still there, and in place are still what was imported. */
export function checkMedia(dataDir: string, generation: Generation, lookedAtMax = LOOKED_AT_MAX): readonly Check[] {
  const store = new MediaStore(dataDir, "server");
  const [gone, altered, lost] = troubles();
  let named = 0;
  let count = 0;
  withImportedStamps(dataDir, (stampOf) => {
    for (const { owner, ref } of namedMedia(catalogPath(generationDir(dataDir, generation.number)))) {
      named += 1;
      const path = store.pathOf(ref);
      // What is neither in the store nor in place is made when it is asked for.
      if (path === null || named > lookedAtMax) continue;
      count += 1;
      const isInPlace = parseMediaRef(ref)?.kind === "in place";
      const state = stateOf(path, stampOf(ref), isInPlace);
      if (state === "there") continue;
      const trouble = !isInPlace ? lost : state === "gone" ? gone : altered;
      trouble.count += 1;
      if (trouble.examples.length < EXAMPLES_MAX) trouble.examples.push(`${path} (${owner})`);
    }
  });
  const rest = named > lookedAtMax ? `; ${named - lookedAtMax} more were not looked at` : "";
  const found = [gone, altered, lost].filter((trouble) => trouble.count > 0);
  if (found.length === 0) {
    return [ok("media", named === 0 ? "the catalog names no media" : `all ${count} files are there${rest}`)];
  }
  return found.map(({ what, advice, count: bad, examples }) => {
    const more = bad > examples.length ? `, and ${bad - examples.length} more` : "";
    return warn("media", `${bad} of ${count} files ${what}: ${examples.join(", ")}${more}${rest}`, advice);
  });
}

function troubles(): [Trouble, Trouble, Trouble] {
  const none = () => ({ count: 0, examples: [] });
  return [
    { what: "are missing", advice: "Mount the disk they lie on, or import again from where they are now.", ...none() },
    {
      what: "were altered since they were imported and are not served",
      advice: "Import the dump again if they are meant to be so; else put the former files back.",
      ...none(),
    },
    {
      what: "are missing from the media store, or damaged",
      advice: "Copy media/ back into the data folder from a backup, or import the dump again.",
      ...none(),
    },
  ];
}

/** In the store the name says what the content is, and the time may be that of a restored backup. */
function stateOf(path: string, stamp: FileStamp | null, judgesTime: boolean): State {
  const found = statOf(path);
  if (found === null || !found.isFile()) return "gone";
  if (stamp === null) return "there";
  const isSame = found.size === stamp.byteSize && (!judgesTime || Math.trunc(found.mtimeMs) === stamp.modifiedAt);
  return isSame ? "there" : "altered";
}

/** Null for what is not there and for what cannot be looked at, as on a disk that fails. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

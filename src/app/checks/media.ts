import { accessSync, constants, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import { catalogPath, type Generation, generationDir } from "../../catalog/generation.ts";
import { hasErrorCode } from "../../lib/error-code.ts";
import type { FileStamp } from "../../lib/file-stamp.ts";
import { MEDIA_FOLDER, MediaStore } from "../../media/store/media-store.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { sizedName, type StoredMedia } from "./store.ts";
import { namedMedia, withImported } from "./media-paths-store.ts";

const EXAMPLES_MAX = 5;
/** Further files are not checked, because each takes about a millisecond on a network share. */
const CHECKED_MAX = 200_000;

type FileState = "present" | "missing" | "altered" | "forbidden";

/** Files with the same fault. */
interface Fault {
  /** A lost original is a failure: only a copy or the dump brings it back. */
  readonly report: typeof warn | typeof fail;
  readonly what: string;
  readonly advice: string;
  count: number;
  readonly examples: string[];
}

/**
 * Checks that the imported media of the catalog exist and can be read, and that those in place are unchanged since the import.
 * Generated files do not count.
 */
export function checkMedia(
  dataDir: string,
  generation: Generation,
  {
    checkedMax = CHECKED_MAX,
    stored = null,
  }: { readonly checkedMax?: number; readonly stored?: MediaInStore | null } = {},
): readonly Check[] {
  const store = new MediaStore(dataDir, "server");
  const { missing, altered, lost, forbidden } = noFaults(dataDir, stored?.url ?? null);
  let named = 0;
  let count = 0;
  let copied = 0;
  withImported(dataDir, ({ stampOf, originOf }) => {
    for (const { owner, ref } of namedMedia(catalogPath(generationDir(dataDir, generation.number)))) {
      named += 1;
      const path = store.pathOf(ref);
      // Rendered media have no file until they are requested.
      if (path === null || named > checkedMax) continue;
      count += 1;
      const isInPlace = parseMediaRef(ref)?.kind === "in place";
      if (!isInPlace) copied += 1;
      const state =
        stored === null || isInPlace ? stateOf(path, stampOf(ref), isInPlace) : stateIn(stored, ref, stampOf(ref));
      if (state === "present") continue;
      const fault = state === "forbidden" ? forbidden : !isInPlace ? lost : state === "missing" ? missing : altered;
      fault.count += 1;
      if (fault.examples.length < EXAMPLES_MAX) {
        fault.examples.push(`${(fault === lost ? originOf(ref) : null) ?? (stored === null ? path : ref)} (${owner})`);
      }
    }
  });
  const rest = named > checkedMax ? `; ${named - checkedMax} more were not checked` : "";
  const found = [forbidden, missing, altered, lost].filter((fault) => fault.count > 0);
  if (found.length === 0) {
    const where = stored === null ? `${MEDIA_FOLDER}, which only backups with --media contain` : stored.url;
    const kept = copied === 0 ? "" : `; ${copied} of them are originals in ${where}`;
    return [ok("media", named === 0 ? "the catalog names no media" : `all ${count} files exist${kept}${rest}`)];
  }
  return found.map(({ report, what, advice, count: bad, examples }) => {
    const more = bad > examples.length ? `, and ${bad - examples.length} more` : "";
    return report("media", `${bad} of ${count} files ${what}: ${examples.join(", ")}${more}${rest}`, advice);
  });
}

/** The listed media of a store of objects. */
export interface MediaInStore {
  readonly url: string;
  readonly media: StoredMedia;
}

/** The digest of a medium is part of its key, so only its size is compared. */
function stateIn({ media }: MediaInStore, ref: string, stamp: FileStamp | null): FileState {
  if (!media.has(ref)) return "missing";
  return stamp === null || media.has(sizedName(ref, stamp.byteSize)) ? "present" : "altered";
}

function noFaults(
  dataDir: string,
  url: string | null,
): Readonly<Record<"missing" | "altered" | "lost" | "forbidden", Fault>> {
  const none = () => ({ count: 0, examples: [] });
  const folder = join(dataDir, MEDIA_FOLDER);
  return {
    forbidden: {
      report: fail,
      what: "cannot be read by this user",
      advice: `Give the files to the user that runs the server, for example: chown -R --reference=${dataDir} ${folder}. Nothing is damaged.`,
      ...none(),
    },
    missing: {
      report: warn,
      what: "are missing",
      advice: "Mount their disk, or import again from the new location.",
      ...none(),
    },
    altered: {
      report: warn,
      what: "were altered since they were imported and are not served",
      advice: "If the changes are intended, import the dump again. Otherwise restore the previous files.",
      ...none(),
    },
    lost: {
      report: fail,
      what: `are originals that are lost from ${url ?? folder}, or damaged`,
      advice:
        url !== null
          ? `Nothing can generate originals again. Bring back their former versions in the store, copy them with \`needledrop store copy\` from a copy of yours, or import the same dumps again: songs stay, and their files return.`
          : `Nothing can generate originals again. Copy them back from a backup with media (rsync -a --exclude tmp needledrop-media/ ${folder}/) or from your own copy of the folder, or import the same dumps again: songs stay, and their files return.`,
      ...none(),
    },
  };
}

/** Compares times only in place: in the store the name identifies the content, and a restored backup can change times. */
function stateOf(path: string, stamp: FileStamp | null, isInPlace: boolean): FileState {
  const found = statOf(path);
  if (found === "forbidden") return found;
  if (found === null || !found.isFile()) return "missing";
  if (stamp === null) return "present";
  const isSame = found.size === stamp.byteSize && (!isInPlace || Math.trunc(found.mtimeMs) === stamp.modifiedAt);
  return isSame ? "present" : "altered";
}

/** Returns null for a missing file and for one on a failing disk. */
function statOf(path: string): Stats | "forbidden" | null {
  try {
    const found = statSync(path);
    accessSync(path, constants.R_OK);
    return found;
  } catch (error) {
    return hasErrorCode(error, "EACCES", "EPERM") ? "forbidden" : null;
  }
}

import { endingOf, isLossless } from "../tags/audio-kinds.ts";
import type { TagReading } from "../tags/read-tags.ts";
import { mergeFacts, NO_TAGS, type TagFacts } from "../tags/tag-facts.ts";
import type { AudioItem } from "./pair-files.ts";
import { isSameRecording } from "./same-recording.ts";

/** The files of one recording after their tags were read. */
export interface SortedRecording {
  /** `copies` are not served: they are further formats of the recording. */
  readonly item: AudioItem & { readonly copies: readonly string[] };
  /** The merged tags; those of the lossless file first. */
  readonly facts: TagFacts;
}

/**
 * Sorts files with the same name by recording: files whose tags contradict those of the first file are other
 * recordings, unless `isStem` (the tags of stems often name only the song). Leaves refused files out, so a copy can take
 * the place of a damaged file. Empty if all files are refused.
 */
export function sortFormats(
  item: AudioItem,
  isStem: boolean,
  readings: ReadonlyMap<string, TagReading>,
): SortedRecording[] {
  const recordings: { paths: string[]; facts: TagFacts }[] = [];
  for (const path of pathsOf(item)) {
    const reading = readings.get(path);
    if (reading === undefined || reading.kind === "refused") continue;
    const facts = reading.kind === "tags" ? reading.facts : NO_TAGS;
    const same = recordings.find((one) => isStem || isSameRecording(one.facts, facts));
    if (same === undefined) recordings.push({ paths: [path], facts });
    else {
      same.paths.push(path);
      same.facts = mergeFacts(same.facts, facts);
    }
  }
  return recordings.map(({ paths, facts }) => ({ item: inSlots(item, paths), facts }));
}

/** All files of an item, the better formats first. */
export function pathsOf({ lossless, lossy, copies = [] }: AudioItem): string[] {
  const isSource = (path: string): boolean => {
    const ending = endingOf(path);
    return ending !== null && isLossless(ending);
  };
  const all = [lossless, ...copies.filter(isSource), lossy, ...copies.filter((path) => !isSource(path))];
  return all.filter((path) => path !== null);
}

function inSlots(item: AudioItem, paths: readonly string[]): SortedRecording["item"] {
  const { lossless, lossy, copies }: { lossless: string[]; lossy: string[]; copies: string[] } = {
    lossless: [],
    lossy: [],
    copies: [],
  };
  for (const path of paths) {
    const ending = endingOf(path);
    const slot = ending !== null && isLossless(ending) ? lossless : lossy;
    (slot.length === 0 ? slot : copies).push(path);
  }
  return { ...item, lossless: lossless[0] ?? null, lossy: lossy[0] ?? null, copies };
}

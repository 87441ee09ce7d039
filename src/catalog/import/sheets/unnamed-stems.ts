import type { AudioItem } from "../audio/pair-files.ts";
import type { FamilyMember } from "../families/order-members.ts";
import { type Family, planFamilies } from "../families/plan-families.ts";
import type { TrackItem } from "./gather-tracks.ts";
import type { SheetTrack } from "./row-to-track.ts";
import type { TrackFile } from "./song-of-tracks.ts";

/**
 * Returns stems that no row of a sheet names, by song: those whose names or folders belong to the files of exactly one
 * song.
 */
export function unnamedStems(
  songs: readonly Family<TrackItem>[],
  fileOf: (track: SheetTrack) => TrackFile,
  items: readonly AudioItem[],
): Map<Family<TrackItem>, readonly FamilyMember<AudioItem>[]> {
  const songOfItem = new Map<AudioItem, Family<TrackItem>>();
  for (const song of songs) {
    for (const { item } of song.members) {
      const file = fileOf(item.track);
      if (file.kind === "found") songOfItem.set(file.item, song);
    }
  }
  const stems = new Map<Family<TrackItem>, FamilyMember<AudioItem>[]>();
  if (songOfItem.size === 0 || songOfItem.size === items.length) return stems;
  for (const family of planFamilies(items)) {
    const owners = new Set(family.members.flatMap(({ item }) => songOfItem.get(item) ?? []));
    const [owner] = owners;
    const unnamed = family.members.filter(({ item, isStem }) => isStem && !songOfItem.has(item));
    if (owner === undefined || owners.size > 1 || unnamed.length === 0) continue;
    const known = stems.get(owner);
    if (known === undefined) stems.set(owner, unnamed);
    else known.push(...unnamed);
  }
  return stems;
}

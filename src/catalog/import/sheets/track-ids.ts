import { byCodeUnits } from "../../../lib/by-code-units.ts";
import { fold } from "../../fold.ts";
import { albumOf, itemOf, numberOfTrack } from "./gather-tracks.ts";
import type { SheetTrack } from "./row-to-track.ts";

const ID_LENGTH_MAX = 100;
const DIGEST_DIGITS = 16;

export interface IdentifiedTracks {
  /** One row per recording: the last one if several describe it. */
  readonly tracks: readonly SheetTrack[];
  readonly idOf: ReadonlyMap<SheetTrack, string>;
  /** Rows that are replaced by a later row of the same recording. */
  readonly repeated: readonly { readonly track: SheetTrack; readonly by: SheetTrack }[];
  /** Rows with the same number in the album as `by`, although they are another song. `by` has the id of that number. */
  readonly doubled: readonly { readonly track: SheetTrack; readonly by: SheetTrack }[];
}

/**
 * Gives each recording an id: the sheet's id, otherwise album and number ("VH022-3"), otherwise a digest of artists,
 * title, album, version and file name. Ids depend on the order of rows only if rows are equal.
 */
export function identifyTracks(all: readonly SheetTrack[]): IdentifiedTracks {
  const last = new Map<string, SheetTrack>();
  for (const track of all) last.set(recordingOf(track), track);
  const repeated = all.flatMap((track) => {
    const by = last.get(recordingOf(track));
    return by === undefined || by === track ? [] : [{ track, by }];
  });
  const replaced = new Set(repeated.map(({ track }) => track));
  const tracks = all.filter((track) => !replaced.has(track));
  const idOf = new Map<SheetTrack, string>();
  const doubled: { track: SheetTrack; by: SheetTrack }[] = [];
  const others: SheetTrack[] = [];
  for (const [id, sharing] of Map.groupBy(tracks, naturalId)) {
    const [first, ...more] = id === null ? [] : inClaimOrder(sharing);
    if (id === null || first === undefined) {
      others.push(...sharing);
      continue;
    }
    idOf.set(first, id);
    others.push(...more);
    doubled.push(...more.filter((track) => !isVersionOf(track, first)).map((track) => ({ track, by: first })));
  }
  for (const [id, alike] of Map.groupBy(others, idOfTexts)) {
    for (const [at, track] of alike.entries()) idOf.set(track, at === 0 ? id : `song-${digest([id, String(at)])}`);
  }
  return { tracks, idOf, repeated, doubled };
}

/** Returns the id of a row in a table of audio features: rows with the same artists and title, folded, are one song. */
export function featureRowId(track: SheetTrack): string {
  return naturalId(track) ?? `song-${digest([...track.artists, track.title])}`;
}

/** Returns one key for all rows of a recording. Equal rows without id, number and file can be different recordings. */
function recordingOf(track: SheetTrack): string {
  if (track.id !== "") return `id ${track.id}`;
  const id = naturalId(track);
  const { title, version, filename, isMain } = track;
  if (id === null) return filename === "" ? `line ${track.line}` : idOfTexts(track);
  // Each disc can have a "01.wav".
  const texts = filename === "" ? [title, version] : [itemOf(track).version?.base ?? title, filename];
  return JSON.stringify([id, isMain === false, filename === "", ...texts.map(fold)]);
}

/** Returns the sheet's id, otherwise album and number. Null for a version that only repeats its main track's number. */
function naturalId(track: SheetTrack): string | null {
  const album = albumOf(track);
  const number = track.isMain === false && track.number === track.mainNumber ? "" : numberOfTrack(track);
  const id = track.id !== "" ? track.id : album !== "" && number !== "" ? `${album}-${number}` : "";
  return id !== "" && id.length <= ID_LENGTH_MAX && !/\p{Cc}/u.test(id) ? id : null;
}

function idOfTexts(track: SheetTrack): string {
  const { artists, title, version, filename } = track;
  return `song-${digest([artists.join("; "), title, albumOf(track), version, filename])}`;
}

/** Orders rows with the same number: the one that gets the id of that number first, main tracks before others. */
export function inClaimOrder(tracks: readonly SheetTrack[]): readonly SheetTrack[] {
  if (tracks.length === 1) return tracks;
  const claims = tracks.map((track) => ({ track, claim: claimOf(track) }));
  const byClaim = claims.sort((a, b) => byCodeUnits(a.claim, b.claim));
  return byClaim.map(({ track }) => track);
}

function claimOf(track: SheetTrack): string {
  const rank = track.isMain === true ? 0 : track.isMain === null ? 1 : 2;
  return `${rank}${idOfTexts(track)}`;
}

/** Whether two rows with the same number are versions of one song. Some libraries number all versions alike. */
function isVersionOf(track: SheetTrack, main: SheetTrack): boolean {
  const [one, other] = [itemOf(track).version, itemOf(main).version];
  const isSameTitle = fold(one?.base ?? track.title) === fold(other?.base ?? main.title);
  return isSameTitle && fold(one?.label ?? "") !== fold(other?.label ?? "");
}

function digest(texts: readonly string[]): string {
  const text = texts.map(fold).join("\n");
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, DIGEST_DIGITS);
}

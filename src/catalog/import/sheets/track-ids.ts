import { fold } from "../../fold.ts";
import { albumOf, itemOf, numberOfTrack } from "./gather-tracks.ts";
import type { SheetTrack } from "./row-to-track.ts";

const ID_LENGTH_MAX = 100;
const DIGEST_DIGITS = 16;

export interface IdentifiedTracks {
  /** Each recording once: of several rows of one the last. */
  readonly tracks: readonly SheetTrack[];
  readonly idOf: ReadonlyMap<SheetTrack, string>;
  /** Rows that a later one of the same recording stands for. */
  readonly repeated: readonly { readonly track: SheetTrack; readonly by: SheetTrack }[];
  /** Rows of another song whose number in the album is also that of `by`, which has the id. */
  readonly doubled: readonly { readonly track: SheetTrack; readonly by: SheetTrack }[];
}

/**
 * Gives each recording its id: the sheet's own, else album and number ("VH022-3"), else one of all that the row says of
 * who, what and where. None of it depends on the order of the rows, unless they say the same.
 */
export function identifyTracks(all: readonly SheetTrack[]): IdentifiedTracks {
  const last = new Map<string, SheetTrack>();
  for (const track of all) last.set(recordingOf(track), track);
  const repeated = all.flatMap((track) => {
    const by = last.get(recordingOf(track));
    return by === undefined || by === track ? [] : [{ track, by }];
  });
  const gone = new Set(repeated.map(({ track }) => track));
  const tracks = all.filter((track) => !gone.has(track));
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

/** The id of a row by itself, in a table of audio features: artist and title are the song, however they are spelt. */
export function featureRowId(track: SheetTrack): string {
  return naturalId(track) ?? `song-${digest([...track.artists, track.title])}`;
}

/** The same for two rows of one recording. Rows without id, number and file may be two that only say the same. */
function recordingOf(track: SheetTrack): string {
  if (track.id !== "") return `id ${track.id}`;
  const id = naturalId(track);
  const { title, version, filename, isMain } = track;
  if (id === null) return filename === "" ? `line ${track.line}` : idOfTexts(track);
  // Discs may have a "01.wav" each.
  const texts = filename === "" ? [title, version] : [itemOf(track).version?.base ?? title, filename];
  return JSON.stringify([id, isMain === false, filename === "", ...texts.map(fold)]);
}

/** Null for a version that only repeats the number of its main track. */
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

/** Of rows with one number, the one that has the id of it first: a main track, whatever the order of the rows. */
export function inClaimOrder(tracks: readonly SheetTrack[]): readonly SheetTrack[] {
  if (tracks.length === 1) return tracks;
  const claims = tracks.map((track) => ({ track, claim: claimOf(track) }));
  const byClaim = claims.sort((a, b) => (a.claim < b.claim ? -1 : a.claim > b.claim ? 1 : 0));
  return byClaim.map(({ track }) => track);
}

function claimOf(track: SheetTrack): string {
  const rank = track.isMain === true ? 0 : track.isMain === null ? 1 : 2;
  return `${rank}${idOfTexts(track)}`;
}

/** Libraries may give all versions of a song one number. */
function isVersionOf(track: SheetTrack, main: SheetTrack): boolean {
  const [own, other] = [itemOf(track).version, itemOf(main).version];
  const isSameTitle = fold(own?.base ?? track.title) === fold(other?.base ?? main.title);
  return isSameTitle && fold(own?.label ?? "") !== fold(other?.label ?? "");
}

function digest(texts: readonly string[]): string {
  const text = texts.map(fold).join("\n");
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, DIGEST_DIGITS);
}

import type { FileOwner } from "./stage-store.ts";
import type { DeferredSong } from "./staging.ts";

export interface RefusedMove {
  readonly song: DeferredSong;
  readonly fileId: string;
  /** The song that has the file, or gets it. */
  readonly ownerId: string;
}

export interface ResolvedMoves {
  /** Songs that can be staged, all of them together. */
  readonly accepted: readonly DeferredSong[];
  readonly refused: readonly RefusedMove[];
}

/**
 * Decides which songs may take over audio files from each other. A dump may hand a file from one song to
 * another in any order, in chains and in circles (a vendor that numbers files anew does), so none of it can be
 * judged song by song. A song is refused when a file it wants stays with a song that is not among these, or that
 * is among them and keeps it, or that is refused itself: that one keeps its former files, so refusals spread.
 * `owners` says who has each file now. Linear in the number of files.
 */
export function resolveMoves(songs: readonly DeferredSong[], owners: ReadonlyMap<string, FileOwner>): ResolvedMoves {
  const byId = new Map(songs.map((song) => [song.id, song]));
  const winners = winnersOf(songs, owners);
  const refused = new Map<string, RefusedMove>();
  const queue: RefusedMove[] = [];
  const refuse = (song: DeferredSong, fileId: string, ownerId: string): void => {
    if (refused.has(song.id)) return;
    const move = { song, fileId, ownerId };
    refused.set(song.id, move);
    queue.push(move);
  };
  const waiting = new Map<string, Waiting[]>();
  const waitFor = (owner: string, one: Waiting): void => {
    const list = waiting.get(owner);
    if (list === undefined) waiting.set(owner, [one]);
    else list.push(one);
  };
  for (const song of songs) {
    for (const fileId of song.fileIds) {
      const winner = winners.get(fileId) ?? song.id;
      const owner = owners.get(fileId)?.songId ?? song.id;
      if (winner !== song.id) refuse(song, fileId, winner);
      else if (owner !== song.id && !byId.has(owner)) refuse(song, fileId, owner);
      else if (owner !== song.id) waitFor(owner, { song, fileId });
    }
  }
  // The queue grows while it is gone through.
  for (const move of queue) {
    for (const { song, fileId } of waiting.get(move.song.id) ?? []) refuse(song, fileId, move.song.id);
  }
  return { accepted: songs.filter((song) => !refused.has(song.id)), refused: [...refused.values()] };
}

/** A song that gets a file if the song it waits for is accepted. */
interface Waiting {
  readonly song: DeferredSong;
  readonly fileId: string;
}

/** Of several songs that want one file: the one that has it, else the first. */
function winnersOf(songs: readonly DeferredSong[], owners: ReadonlyMap<string, FileOwner>): Map<string, string> {
  const winners = new Map<string, string>();
  for (const song of songs) {
    for (const fileId of song.fileIds) {
      if (!winners.has(fileId) || owners.get(fileId)?.songId === song.id) winners.set(fileId, song.id);
    }
  }
  return winners;
}

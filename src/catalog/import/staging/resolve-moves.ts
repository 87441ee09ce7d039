import type { FileOwner } from "./stage-store.ts";
import type { DeferredSong } from "./staging.ts";

export interface RefusedMove {
  readonly song: DeferredSong;
  readonly fileId: string;
  /** The song that has the file or receives it. */
  readonly ownerId: string;
}

export interface ResolvedMoves {
  /** Songs that can be staged together. */
  readonly accepted: readonly DeferredSong[];
  readonly refused: readonly RefusedMove[];
}

/**
 * Decides which songs can take over audio files from each other. A dump can move files between songs in any order, in
 * chains and in cycles (for example after a vendor renumbered its files), so songs cannot be decided one by one. A song is
 * refused if the owner of a file that it claims is not among `songs`, also claims the file, or is refused itself. A refused
 * song keeps its previous files, so refusals propagate. `owners` maps file ids to their current owners. Linear in the
 * number of files.
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
  const claimsByOwner = new Map<string, PendingClaim[]>();
  const addClaim = (owner: string, claim: PendingClaim): void => {
    const list = claimsByOwner.get(owner);
    if (list === undefined) claimsByOwner.set(owner, [claim]);
    else list.push(claim);
  };
  for (const song of songs) {
    for (const fileId of song.fileIds) {
      const winner = winners.get(fileId) ?? song.id;
      const owner = owners.get(fileId)?.songId ?? song.id;
      if (winner !== song.id) refuse(song, fileId, winner);
      else if (owner !== song.id && !byId.has(owner)) refuse(song, fileId, owner);
      else if (owner !== song.id) addClaim(owner, { song, fileId });
    }
  }
  // The queue grows during iteration.
  for (const move of queue) {
    for (const { song, fileId } of claimsByOwner.get(move.song.id) ?? []) refuse(song, fileId, move.song.id);
  }
  return { accepted: songs.filter((song) => !refused.has(song.id)), refused: [...refused.values()] };
}

/** A claim that succeeds only if the current owner of the file is accepted. */
interface PendingClaim {
  readonly song: DeferredSong;
  readonly fileId: string;
}

/** For each file, returns the song that receives it: its current owner if that also claims it, else the first claimant. */
function winnersOf(songs: readonly DeferredSong[], owners: ReadonlyMap<string, FileOwner>): Map<string, string> {
  const winners = new Map<string, string>();
  for (const song of songs) {
    for (const fileId of song.fileIds) {
      if (!winners.has(fileId) || owners.get(fileId)?.songId === song.id) winners.set(fileId, song.id);
    }
  }
  return winners;
}

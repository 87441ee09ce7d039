import type { RankingIndex } from "../ranking-index.ts";
import { type Move, moved, type Ranked, type Rule } from "../rule.ts";

const FIRST = 10;
const PER_ARTIST_MAX = 2;

const HELD_BACK: Move = {
  rule: "diversity",
  description: `held back: its artist has ${PER_ARTIST_MAX} of the first ${FIRST} already`,
  reason: null,
};

/**
 * Gives an artist at most two of the first ten places, as long as other songs with the same doubt are left. A doubtful
 * song never moves above one that meets every constraint. The rule is off if the brief asks for an artist by name.
 */
export const diversityRule: Rule = {
  name: "diversity",
  prepare: (index, brief) =>
    brief.found.some(({ role }) => role === "by") ? {} : { arrange: (ordered) => spreadArtists(index, ordered) },
};

function spreadArtists(index: RankingIndex, ordered: readonly Ranked[]): readonly Ranked[] {
  const seen = new Map<number, number>();
  const placed: Ranked[] = [];
  let held: Ranked[] = [];
  ordered.forEach((song, at) => {
    if (placed.length < FIRST) {
      const artists = [...index.artistsOf(song.place)];
      if (artists.some((artist) => (seen.get(artist) ?? 0) >= PER_ARTIST_MAX)) held.push(moved(song, HELD_BACK));
      else {
        for (const artist of artists) seen.set(artist, (seen.get(artist) ?? 0) + 1);
        placed.push(song);
      }
    } else {
      placed.push(song);
    }
    const endsStanding = ordered[at + 1]?.doubt !== song.doubt;
    if (held.length > 0 && (placed.length === FIRST || endsStanding)) {
      placed.push(...held);
      held = [];
    }
  });
  return placed;
}

import { type Reason, reasonOf } from "../ranking/describe-reason.ts";
import { describeKey, readKey } from "../text/musical-key.ts";
import { harmonicKeys } from "./listing/harmonic-keys.ts";
import { keyCode, UNKNOWN_CODE } from "./listing/listing-columns.ts";
import type { SongRecord } from "./song-record.ts";

/** Tempi that differ by less can be mixed without a change of pitch that is heard. */
const SAME_TEMPO_SHARE = 0.04;

/** Returns what two songs have in common besides tags and artists, in words: tempo, key and energy. */
export function sharedFacts(song: SongRecord, other: SongRecord): readonly Reason[] {
  return [...sharedTempo(song, other), ...sharedKey(song, other), ...sharedEnergy(song, other)];
}

function sharedTempo({ bpm }: SongRecord, other: SongRecord): readonly Reason[] {
  if (bpm === null || other.bpm === null || Math.abs(bpm - other.bpm) > SAME_TEMPO_SHARE * bpm) return [];
  return [reasonOf({ kind: "shared_tempo", bpm, other: other.bpm })];
}

function sharedKey(song: SongRecord, other: SongRecord): readonly Reason[] {
  const key = readKey(song.keyName, song.keyMode);
  const otherKey = readKey(other.keyName, other.keyMode);
  const { tonic, mode } = key;
  const otherCode = keyCode(other.keyName, other.keyMode);
  if (tonic === null || mode === null || otherCode === UNKNOWN_CODE) return [];
  if (otherCode === keyCode(song.keyName, song.keyMode)) {
    return [reasonOf({ kind: "shared_key", key: describeKey(key), other: describeKey(key) })];
  }
  const goTogether = harmonicKeys({ tonic, mode }).includes(otherCode);
  return goTogether ? [reasonOf({ kind: "shared_key", key: describeKey(key), other: describeKey(otherKey) })] : [];
}

/** Inferred energy is no reason, because it follows from the tags. */
function sharedEnergy(song: SongRecord, other: SongRecord): readonly Reason[] {
  if (!song.isEnergyGiven || !other.isEnergyGiven || song.energy !== other.energy) return [];
  return [reasonOf({ kind: "shared_energy", level: song.energy })];
}

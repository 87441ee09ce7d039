/** The mark begins again after so many seconds. */
export const MARK_PERIOD_SECONDS = 9;
/** A mark that takes more of its period would leave no music to judge. */
export const MARK_SECONDS_MAX = 5;
export const MARK_RATE = 44_100;
/** Root mean square of a mark before its level is set: -20 dB of full scale. */
const MARK_RMS = 0.1;

/** D6, G6, B6, G6: where the ear is most sensitive, and above what is sung and most of what is played. */
const NOTES_HZ = [1174.66, 1567.98, 1975.53, 1567.98];
const NOTE_SECONDS = 0.28;
const ATTACK_SECONDS = 0.012;
const RELEASE_SECONDS = 0.03;
const DECAY_PER_SECOND = 4;
const OVERTONE_SHARE = 0.3;

/** What is laid over the music, mono at MARK_RATE. */
export interface Mark {
  /** At one level for any mark, silence around it cut off. */
  readonly samples: Float32Array;
  /** SHA-256 of those samples, in hexadecimal. */
  readonly digest: string;
}

/** Our own: four notes of a chime. Pure. */
export function generatedMark(): Mark {
  const length = Math.round(NOTE_SECONDS * MARK_RATE);
  const samples = new Float32Array(length * NOTES_HZ.length);
  for (const [index, frequency] of NOTES_HZ.entries()) {
    for (let at = 0; at < length; at++) samples[index * length + at] = noteAt(frequency, at / MARK_RATE);
  }
  return markOf(samples);
}

/** Any recording as a mark: cut to what is heard and set to the level of all marks. */
export function markOf(recorded: Float32Array): Mark {
  const heard = withoutSilence(recorded);
  const rms = Math.sqrt(heard.reduce((sum, value) => sum + value * value, 0) / Math.max(1, heard.length));
  const samples = rms === 0 ? heard : heard.map((value) => (value * MARK_RMS) / rms);
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return { samples, digest: new Bun.CryptoHasher("sha256").update(bytes).digest("hex") };
}

/** One period as ffmpeg reads it (s16le, mono): the mark, then silence. A mark at its highest level still fits. */
export function periodOf({ samples }: Mark): Uint8Array {
  const period = new Int16Array(MARK_PERIOD_SECONDS * MARK_RATE);
  for (const [at, value] of samples.entries()) {
    period[at] = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));
  }
  return new Uint8Array(period.buffer);
}

function noteAt(frequency: number, seconds: number): number {
  const turns = 2 * Math.PI * frequency * seconds;
  const edge = Math.min(1, seconds / ATTACK_SECONDS, (NOTE_SECONDS - seconds) / RELEASE_SECONDS);
  return edge * Math.exp(-DECAY_PER_SECOND * seconds) * (Math.sin(turns) + OVERTONE_SHARE * Math.sin(2 * turns));
}

/** 40 dB below the loudest sample nothing is heard of a mark over music. */
function withoutSilence(samples: Float32Array): Float32Array {
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const isHeard = (value: number): boolean => Math.abs(value) > loudest / 100;
  const first = samples.findIndex(isHeard);
  const last = samples.findLastIndex(isHeard);
  return first === -1 ? new Float32Array() : samples.slice(first, last + 1);
}

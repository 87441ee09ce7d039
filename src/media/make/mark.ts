/** The mark repeats after this many seconds. */
export const MARK_PERIOD_SECONDS = 9;
/** A longer mark would leave too little music between repetitions. */
export const MARK_SECONDS_MAX = 5;
export const MARK_RATE = 44_100;
/** Root mean square of a mark before its gain: -20 dBFS. */
const MARK_RMS = 0.1;

/** D6, G6, B6, G6: where hearing is most sensitive, above voices and most instruments. */
const NOTES_HZ = [1174.66, 1567.98, 1975.53, 1567.98];
const NOTE_SECONDS = 0.28;
const ATTACK_SECONDS = 0.012;
const RELEASE_SECONDS = 0.03;
const DECAY_PER_SECOND = 4;
const OVERTONE_SHARE = 0.3;

/** The watermark sound, mono at MARK_RATE. */
export interface Mark {
  /** Scaled to the common level, without silence around it. */
  readonly samples: Float32Array;
  /** SHA-256 of those samples, in hexadecimal. */
  readonly digest: string;
}

/** The built-in mark: four notes of a chime. */
export function generatedMark(): Mark {
  const length = Math.round(NOTE_SECONDS * MARK_RATE);
  const samples = new Float32Array(length * NOTES_HZ.length);
  for (const [index, frequency] of NOTES_HZ.entries()) {
    for (let at = 0; at < length; at++) samples[index * length + at] = noteAt(frequency, at / MARK_RATE);
  }
  return markOf(samples);
}

/** Converts a recording to a mark: trims silence and scales it to the common level. */
export function markOf(recorded: Float32Array): Mark {
  const audible = withoutSilence(recorded);
  const rms = Math.sqrt(audible.reduce((sum, value) => sum + value * value, 0) / Math.max(1, audible.length));
  const samples = rms === 0 ? audible : audible.map((value) => (value * MARK_RMS) / rms);
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return { samples, digest: new Bun.CryptoHasher("sha256").update(bytes).digest("hex") };
}

/** One period as ffmpeg reads it (s16le, mono): the mark, then silence. */
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

/** Trims both ends where they are 40 dB below the loudest sample. */
function withoutSilence(samples: Float32Array): Float32Array {
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const isAudible = (value: number): boolean => Math.abs(value) > loudest / 100;
  const first = samples.findIndex(isAudible);
  const last = samples.findLastIndex(isAudible);
  return first === -1 ? new Float32Array() : samples.slice(first, last + 1);
}

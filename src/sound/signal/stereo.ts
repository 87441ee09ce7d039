export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export function silence(frames: number): Stereo {
  return { left: new Float32Array(frames), right: new Float32Array(frames) };
}

export function addStereo(onto: Stereo, other: Stereo): void {
  addTo(onto.left, other.left);
  addTo(onto.right, other.right);
}

function addTo(onto: Float32Array, other: Float32Array): void {
  for (let at = 0; at < onto.length; at++) onto[at] = (onto[at] ?? 0) + (other[at] ?? 0);
}

/** Multiplies both channels by a gain with one value per block (see common-gain.ts), interpolated linearly. */
export function applyGain(sound: Stereo, gains: Float32Array, blockFrames: number): void {
  const { left, right } = sound;
  for (let block = 0; block * blockFrames < left.length; block++) {
    const start = block * blockFrames;
    let gain = gains[block] ?? 0;
    const step = ((gains[block + 1] ?? gain) - gain) / blockFrames;
    const end = Math.min(left.length, start + blockFrames);
    for (let at = start; at < end; at++) {
      left[at] = (left[at] ?? 0) * gain;
      right[at] = (right[at] ?? 0) * gain;
      gain += step;
    }
  }
}

export function peakOf({ left, right }: Stereo): number {
  let peak = 0;
  for (let at = 0; at < left.length; at++) peak = Math.max(peak, Math.abs(left[at] ?? 0), Math.abs(right[at] ?? 0));
  return peak;
}

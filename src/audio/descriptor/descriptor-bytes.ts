/** Version of the method of describe-sound.ts. Files with a descriptor of an older version are measured again. */
export const DESCRIPTOR_VERSION = 1;

/** Packs the numbers of a descriptor as they are stored: 16 bits each. */
export function packDescriptor(values: Float32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Float16Array(values).buffer);
}

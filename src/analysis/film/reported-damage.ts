/** ffmpeg's own messages, at the log level "warning": the same for all decoders. Decoders also log harmless details. */
const DAMAGE = /corrupt decoded frame|Error submitting packet to decoder|Decoding error:/;

/** Returns whether ffmpeg reported a frame that was damaged or lacked a clean reference. @param stderr its log. */
export function reportsDamage(stderr: string): boolean {
  return DAMAGE.test(stderr);
}

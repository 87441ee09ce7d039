/** A set of song ordinals with one bit per ordinal. */
export class OrdinalSet {
  #bits = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(ordinal: number): void {
    const byte = ordinal >> 3;
    if (byte >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(byte + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    if (this.has(ordinal)) return;
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (ordinal & 7));
    this.#size++;
  }

  has(ordinal: number): boolean {
    return ((this.#bits[ordinal >> 3] ?? 0) & (1 << (ordinal & 7))) !== 0;
  }
}

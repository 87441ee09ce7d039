import { stat } from "node:fs/promises";
import { distanceOf } from "../analysis/hashes/grey.ts";
import type { PerceptualHashes } from "../analysis/pool/protocol.ts";
import type { Log } from "../lib/log.ts";
import { readBlocklistText } from "./blocklist-text.ts";

/**
 * The maximum number of different bits. DCT: 10 of 64; above it, images are "likely different" (N. Krawetz, "Looks Like It", 2011).
 * Difference and average hashes are coarser and collide more often, so their limit is half of that. PDQ: 31 of 256, as its
 * publication recommends (Facebook, 2019, section 7).
 */
const DISTANCES = { dct: 10, difference: 5, average: 5, pdq: 31 } as const;
/** The PDQ hash of an image without detail is unreliable (ibid., section 5): below this quality only an equal hash matches. */
const PDQ_QUALITY_MIN = 50;

const SMALL_HASH_DIGITS = 16;

/** A snapshot of the blocklist. */
export interface BlockedHashes {
  readonly isEmpty: boolean;
  /** Returns whether any of the images or frames matches any of the hashes. */
  blocks(pictures: readonly PerceptualHashes[]): boolean;
}

/** The blocklists of this installation. A changed file is read again, so a running server needs no restart. */
export class Blocklist {
  readonly #paths: readonly string[];
  readonly #log: Log;
  #read: { readonly state: string; readonly hashes: BlockedHashes } = { state: "", hashes: blockedHashes([]) };

  constructor(paths: readonly string[], log: Log) {
    this.#paths = paths;
    this.#log = log;
  }

  async current(): Promise<BlockedHashes> {
    const states = await Promise.all(this.#paths.map(stateOf));
    const state = states.join("|");
    if (state !== this.#read.state) this.#read = { state, hashes: blockedHashes(await this.#readAll(states)) };
    return this.#read.hashes;
  }

  async #readAll(states: readonly string[]): Promise<readonly string[]> {
    const hashes: string[] = [];
    for (const [index, path] of this.#paths.entries()) {
      if (states[index] === "absent") continue;
      const { entries, complaints } = readBlocklistText(await Bun.file(path).text());
      hashes.push(...entries.map((entry) => entry.hash));
      for (const complaint of complaints)
        this.#log.warn({ path, complaint }, "ignored a blocklist line without a valid hash");
    }
    return hashes;
  }
}

export function blockedHashes(hashes: readonly string[]): BlockedHashes {
  const small = hashes.filter((hash) => hash.length === SMALL_HASH_DIGITS);
  const large = hashes.filter((hash) => hash.length !== SMALL_HASH_DIGITS);
  return {
    isEmpty: hashes.length === 0,
    blocks: (pictures) =>
      pictures.some(
        (picture) => small.some((hash) => isNearSmall(hash, picture)) || large.some((hash) => isNearPdq(hash, picture)),
      ),
  };
}

/** A short hash does not show its kind, so it is compared with all of them. */
function isNearSmall(hash: string, picture: PerceptualHashes): boolean {
  return (
    distanceOf(hash, picture.dct) <= DISTANCES.dct ||
    distanceOf(hash, picture.dctWithoutMean) <= DISTANCES.dct ||
    distanceOf(hash, picture.difference) <= DISTANCES.difference ||
    distanceOf(hash, picture.average) <= DISTANCES.average
  );
}

function isNearPdq(hash: string, { pdq, pdqQuality }: PerceptualHashes): boolean {
  return distanceOf(hash, pdq) <= (pdqQuality < PDQ_QUALITY_MIN ? 0 : DISTANCES.pdq);
}

async function stateOf(path: string): Promise<string> {
  return await stat(path).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs}/${size}/${ino}`,
    () => "absent",
  );
}

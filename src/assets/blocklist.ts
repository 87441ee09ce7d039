import { stat } from "node:fs/promises";
import { distanceOf } from "../analysis/hashes/grey.ts";
import type { PerceptualHashes } from "../analysis/pool/protocol.ts";
import type { Log } from "../lib/log.ts";
import { readBlocklistText } from "./blocklist-text.ts";

/**
 * How many bits may differ. DCT: up to 10 of 64, beyond which pictures are "likely different" (N. Krawetz, "Looks Like
 * It", 2011). Difference and average are coarser and meet by chance more often, so they get half of it. PDQ: 31 of 256,
 * the threshold that its publication recommends (Facebook, 2019, section 7).
 */
const DISTANCES = { dct: 10, difference: 5, average: 5, pdq: 31 } as const;
/** A flat picture's PDQ means little (the same, section 5): below this quality it has to be met exactly. */
const PDQ_QUALITY_MIN = 50;

const SMALL_HASH_DIGITS = 16;

/** The hashes of one moment. */
export interface BlockedHashes {
  readonly isEmpty: boolean;
  /** Whether any of the pictures, or frames, is near any of the hashes. */
  blocks(pictures: readonly PerceptualHashes[]): boolean;
}

/** The operator's lists as they are now: read again when a file has changed, so that a running server follows. */
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
      for (const complaint of complaints) this.#log.warn({ path, complaint }, "a line of the blocklist is no hash");
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

/** Which of the three kinds a hash is, it does not tell. */
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

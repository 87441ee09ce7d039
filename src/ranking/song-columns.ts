import { ENERGIES, FACETS, MODES, type SongDocument, VOCALS } from "../../schema/song.ts";
import { memoize } from "../lib/memoize.ts";
import { readKey } from "../text/musical-key.ts";
import { isPeriodTag } from "../text/period-tag.ts";
import { float32List, type NumberList, uint32List, uint8List } from "./growable.ts";
import { titleCode } from "./base-title.ts";
import { UNKNOWN, UNKNOWN_YEAR } from "./packed-format.ts";
import { RightsColumns } from "./rights-columns.ts";
import { StringList } from "./string-list.ts";

/**
 * Facts that constraints test, by song in the order in which they were added. Stems are left out, because constraints
 * ignore them.
 */
export class SongColumns {
  readonly ids = new StringList();
  readonly bpm = float32List();
  readonly releasedYear = float32List();
  readonly energyGiven = uint8List();
  readonly explicit = uint8List();
  readonly hasStems = uint8List();
  readonly hasGenre = uint8List();
  readonly hasInstrument = uint8List();
  readonly hasPeriod = uint8List();
  readonly keyTonic = uint8List();
  readonly keyMode = uint8List();
  readonly rights = new RightsColumns();
  readonly titleCodes = uint32List();
  readonly tagEnds = uint32List();
  readonly tagTerms = uint32List();
  readonly artistEnds = uint32List();
  readonly artistTerms = uint32List();
  readonly fileEnds = uint32List();
  readonly fileVocals = uint8List();
  readonly fileHasMedia = uint8List();
  readonly fileDuration = float32List();
  readonly fileIds = new StringList();
  /** In base64, by song; null without one. */
  readonly descriptors: (string | null)[] = [];
  /** Cached, because the same tags and keys recur in many songs. */
  readonly #isPeriod = memoize((tag: string) => Number(isPeriodTag(tag)));
  readonly #keyOf = memoize((nameAndMode: string) => {
    const [name = "", mode = ""] = nameAndMode.split("\0");
    return readKey(name, mode);
  });

  add(song: SongDocument, tags: ReadonlySet<number>, artists: ReadonlySet<number>): void {
    this.ids.push(song.id);
    this.descriptors.push(song.descriptor ?? null);
    this.bpm.push(song.bpm ?? Number.NaN);
    this.releasedYear.push(song.releasedAt === null ? UNKNOWN_YEAR : yearOf(song.releasedAt));
    this.energyGiven.push(song.energy === null ? UNKNOWN : ENERGIES.indexOf(song.energy));
    this.explicit.push(song.explicit === null ? UNKNOWN : Number(song.explicit));
    this.hasStems.push(Number(song.hasStems));
    this.hasGenre.push(Number(song.tags.genre.length > 0));
    this.hasInstrument.push(Number(song.tags.instrument.length > 0));
    this.hasPeriod.push(Number(FACETS.some((facet) => song.tags[facet].some((tag) => this.#isPeriod(tag) === 1))));
    const key = this.#keyOf(`${song.keyName}\0${song.keyMode}`);
    this.keyTonic.push(key.tonic ?? UNKNOWN);
    this.keyMode.push(key.mode === null ? UNKNOWN : MODES.indexOf(key.mode));
    this.rights.add(song.rights ?? null);
    this.titleCodes.push(titleCode(song.title));
    pushAll(this.tagTerms, this.tagEnds, tags);
    pushAll(this.artistTerms, this.artistEnds, artists);
    for (const file of song.audioFiles) {
      if (file.stem) continue;
      this.fileVocals.push(file.vocals === null ? UNKNOWN : VOCALS.indexOf(file.vocals));
      this.fileHasMedia.push(Number(file.hasMedia));
      this.fileDuration.push(file.duration ?? Number.NaN);
      this.fileIds.push(file.id);
    }
    this.fileEnds.push(this.fileIds.length);
  }
}

function pushAll(values: NumberList<Uint32Array>, ends: NumberList<Uint32Array>, added: Iterable<number>): void {
  for (const value of added) values.push(value);
  ends.push(values.length);
}

/** Returns the calendar year of Unix seconds, UTC. */
function yearOf(seconds: number): number {
  const year = new Date(seconds * 1000).getUTCFullYear();
  return Number.isNaN(year) ? UNKNOWN_YEAR : Math.min(32_767, Math.max(UNKNOWN_YEAR + 1, year));
}

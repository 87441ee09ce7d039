import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { lengthOf } from "../audio/contradicts.ts";
import { type FoundFacts, withMeasured } from "./measured.ts";
import type { AudioFileRecord, SongRecord } from "./song-record.ts";

/** Where a shown value comes from. Null without a value. */
type ValueSource = "given" | "measured" | "inferred" | null;

/** Returns what is known of a song with its sources, as the attributes of its document. */
export function songFacts(record: SongRecord, found: FoundFacts): Readonly<Record<string, unknown>> {
  const factsOf = (file: AudioFileRecord): AudioFacts | null => found.get(refOf(file) ?? "") ?? null;
  const [shown = record] = withMeasured([record], found);
  const main =
    record.audioFiles
      .filter(({ stem }) => !stem)
      .map(factsOf)
      .find((one) => one !== null) ?? null;
  const key = keyText(shown);
  return {
    bpm: valued(shown.bpm, record.bpm !== null, main?.bpm?.confidence),
    key: { ...valued(key === "" ? null : key, keyText(record) !== "", main?.key?.confidence), value: key },
    energy: energyOf(record, shown, main),
    files: record.audioFiles.map((file) => fileFacts(file, factsOf(file))),
  };
}

function valued(value: number | string | null, isGiven: boolean, confidence: number | undefined) {
  const source: ValueSource = value === null ? null : isGiven ? "given" : "measured";
  return { value, source, confidence: source === "measured" ? (confidence ?? null) : null };
}

/** A song always has an energy: the catalog's, else the measured one, else one that follows from tags and tempo. */
function energyOf(record: SongRecord, shown: SongRecord, main: AudioFacts | null) {
  const isMeasured = !record.isEnergyGiven && main !== null && main.energy !== null;
  const source: ValueSource = record.isEnergyGiven ? "given" : isMeasured ? "measured" : "inferred";
  return { value: shown.energy, source, confidence: isMeasured ? main.energy?.confidence : null };
}

function fileFacts(file: AudioFileRecord, facts: AudioFacts | null) {
  const duration = lengthOf(file.duration, facts?.duration ?? null);
  const source: ValueSource = duration === null ? null : duration === file.duration ? "given" : "measured";
  return {
    id: file.id,
    description: file.description,
    stem: file.stem,
    vocals: file.vocals,
    duration: { value: duration, source },
    loudness: facts?.loudness ?? null,
    sample_rate: facts?.sample_rate ?? null,
    channels: facts?.channels ?? null,
  };
}

function keyText({ keyName, keyMode }: Pick<SongRecord, "keyName" | "keyMode">): string {
  return [keyName, keyMode].filter((part) => part !== "").join(" ");
}

/** The media ref that is measured: the lossless source if there is one. */
function refOf({ wavPath, mp3Path }: AudioFileRecord): string | null {
  return wavPath ?? mp3Path;
}

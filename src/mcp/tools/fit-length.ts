import type { Static } from "@sinclair/typebox";
import { FitLengthInput, FitLengthOutput } from "../../../schema/wire/mcp.ts";
import { type MeasuredFacts, withMeasured } from "../../catalog/measured.ts";
import { type AudioFileRecord, isInstrumental } from "../../catalog/song-record.ts";
import { viewsOf } from "../song-view.ts";
import { defineTool, type Tool } from "../tool.ts";
import { type SongToolDeps, unknownSong } from "./read-songs.ts";

/** Lengths are shown, and compared, in tenths of a second: less is inaudible at the end of a cut. */
const TENTHS = 10;

type Wanted = Static<typeof FitLengthInput>;

interface Cut {
  readonly id: string;
  readonly duration: number;
  /** Seconds; positive if the cut is longer than asked. */
  readonly difference: number;
}

/** Chooses the version of a song that fits a length. Stems are no versions. */
export function fitLengthTool({ catalog, present, facts }: SongToolDeps & { readonly facts: MeasuredFacts }): Tool {
  return defineTool({
    name: "fit_length",
    title: "Fit a length",
    description:
      "Returns the version or cut-down of a song whose length fits best, and names the difference. Nothing is cut or stretched. `not_served` says what no version can do.",
    input: FitLengthInput,
    output: FitLengthOutput,
    isReadOnly: true,
    run: (wanted, { key }) => {
      const id = wanted.song_id;
      const record = id.includes("\0") ? undefined : catalog.current()?.db.songsByIds([id]).get(id);
      const [song] = record === undefined ? [] : withMeasured([record], facts);
      if (song === undefined) throw unknownSong();
      const views = viewsOf(present(key, [song]));
      const playable = song.audioFiles.filter((file) => !file.stem && views.file(file.id) !== null);
      const chosen = chooseCut(playable, wanted);
      const view = ({ id: fileId, difference }: Cut): object => ({
        ...views.file(fileId),
        difference_seconds: difference,
        difference: describeDifference(difference),
      });
      return {
        song: views.short(id),
        best: chosen.best === null ? null : view(chosen.best),
        others: chosen.others.map(view),
        not_served: chosen.notServed,
      };
    },
  });
}

interface Choice {
  readonly best: Cut | null;
  /** Nearest first. */
  readonly others: readonly Cut[];
  readonly notServed: readonly string[];
}

/** Chooses among the full versions of a song. A version whose length or vocals are unknown is never chosen for them. */
export function chooseCut(files: readonly AudioFileRecord[], { seconds, fit = "nearest", vocals }: Wanted): Choice {
  const cuts = files
    .flatMap(({ id, duration }) =>
      duration === null ? [] : [{ id, duration, difference: rounded(duration - seconds) }],
    )
    .toSorted((one, other) => Math.abs(one.difference) - Math.abs(other.difference));
  const known = new Set(files.filter((file) => hasVocals(file, vocals)).map(({ id }) => id));
  const best = cuts.find((cut) => known.has(cut.id) && isFitting(cut, fit)) ?? null;
  const unknown = files.length - cuts.length;
  return {
    best,
    others: cuts.filter((cut) => cut !== best),
    notServed: [
      ...(files.length === 0 ? ["the song has no version that can be played"] : []),
      ...(unknown > 0 ? [`the length of ${count(unknown)} is not known`] : []),
      ...(vocals !== undefined && files.length > 0 && known.size === 0
        ? [`no version is known to be ${NAMES[vocals]}`]
        : []),
      ...(best === null && known.size > 0 && cuts.length > 0
        ? [
            reasonOf(
              seconds,
              fit,
              cuts.filter(({ id }) => known.has(id)),
            ),
          ]
        : []),
      ...(best !== null && best.difference !== 0 ? [`no version is exactly ${shown(seconds)} long`] : []),
    ],
  };
}

const NAMES = { instrumental: "instrumental", lead: "sung by a lead voice" } as const;

function hasVocals(file: AudioFileRecord, vocals: Wanted["vocals"]): boolean {
  if (vocals === undefined) return true;
  return vocals === "instrumental" ? isInstrumental(file) : file.vocals === "lead";
}

function isFitting({ difference }: Cut, fit: Wanted["fit"]): boolean {
  if (fit === "not_shorter") return difference >= 0;
  return fit === "not_longer" ? difference <= 0 : true;
}

function reasonOf(seconds: number, fit: Wanted["fit"], cuts: readonly Cut[]): string {
  const lengths = cuts.map(({ duration }) => duration);
  if (lengths.length === 0) return "the lengths of the versions that fit otherwise are not known";
  return fit === "not_shorter"
    ? `no version is at least ${shown(seconds)} long; the longest is ${shown(Math.max(...lengths))}`
    : `no version is at most ${shown(seconds)} long; the shortest is ${shown(Math.min(...lengths))}`;
}

function describeDifference(difference: number): string {
  if (difference === 0) return "exactly as long as asked";
  return `${shown(Math.abs(difference))} ${difference > 0 ? "longer" : "shorter"} than asked`;
}

function count(versions: number): string {
  return versions === 1 ? "1 version" : `${versions} versions`;
}

function shown(seconds: number): string {
  return `${rounded(seconds)} s`;
}

/** Never returns a negative zero, which JSON and texts would show. */
function rounded(seconds: number): number {
  return Math.round(seconds * TENTHS) / TENTHS + 0;
}

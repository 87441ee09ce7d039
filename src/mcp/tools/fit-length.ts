import type { Static } from "@sinclair/typebox";
import { FitLengthInput, FitLengthOutput } from "../../../schema/wire/mcp.ts";
import { measuredRefs, withMeasured } from "../../catalog/measured.ts";
import { type AudioFileRecord, isInstrumental } from "../../catalog/song-record.ts";
import type { SongPresenting } from "../../catalog/present-song.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import type { CutPlans } from "../../media/cut/cut-plans.ts";
import { grantFor, signUrl } from "../../media/signed-url.ts";
import { viewsOf } from "../song-view.ts";
import { defineTool, type Tool } from "../tool.ts";
import { type CutToLength, cutToLength } from "./cut-to-length.ts";
import { type SongToolDeps, unknownSong } from "./read-songs.ts";

/** Lengths are shown, and compared, in tenths of a second: less is inaudible at the end of a version. */
const TENTHS = 10;

type Wanted = Static<typeof FitLengthInput>;

interface Fitting {
  readonly id: string;
  readonly duration: number;
  /** Seconds; positive if the version is longer than asked. */
  readonly difference: number;
}

interface FitLengthDeps extends SongToolDeps {
  readonly db: Pick<ServiceDb, "read">;
  readonly presenting: Pick<SongPresenting, "facts" | "signer">;
  readonly cuts: CutPlans;
}

/** Chooses the version of a song that fits a length, and offers a cut if none has it. Stems are no versions. */
export function fitLengthTool({ db, catalog, present, presenting, cuts, clock }: FitLengthDeps): Tool {
  const { facts, signer } = presenting;
  return defineTool({
    name: "fit_length",
    title: "Fit a length",
    description:
      "Returns the version of a song whose length fits best, and names the difference. If no version has the length, `cut` is a version whose bars are joined to exactly this length. Nothing is stretched. `not_served` says what no version can do.",
    input: FitLengthInput,
    output: FitLengthOutput,
    isReadOnly: true,
    run: async (wanted, { key }) => {
      const id = wanted.song_id;
      const record = id.includes("\0") ? undefined : catalog.current()?.db.songsByIds([id]).get(id);
      if (record === undefined) throw unknownSong();
      const [song = record] = withMeasured([record], await db.read(facts.of(measuredRefs([record]))));
      const views = viewsOf(await present(key, [song]));
      const playable = song.audioFiles.filter((file) => !file.stem && views.file(file.id) !== null);
      const chosen = chooseVersion(playable, wanted);
      const whole = playable.find((file) => hasVocals(file, wanted.vocals));
      const grant = grantFor(key.id, null, clock.now());
      const made =
        whole === undefined || chosen.best?.difference === 0
          ? NO_CUT
          : await cutToLength(whole, wanted, { key, cuts, link: (target) => signUrl(signer, target, grant) });
      const view = ({ id: fileId, difference }: Fitting): object => ({
        ...views.file(fileId),
        difference_seconds: difference,
        difference: describeDifference(difference),
      });
      return {
        song: views.short(id),
        best: chosen.best === null ? null : view(chosen.best),
        others: chosen.others.map(view),
        cut: made.cut,
        not_served: [...chosen.notServed, ...(made.notServed === null ? [] : [made.notServed])],
      };
    },
  });
}

const NO_CUT: CutToLength = { cut: null, notServed: null };

interface Choice {
  readonly best: Fitting | null;
  /** Nearest first. */
  readonly others: readonly Fitting[];
  readonly notServed: readonly string[];
}

/** Chooses among the full versions of a song. A version whose length or vocals are unknown is never chosen for them. */
export function chooseVersion(files: readonly AudioFileRecord[], { seconds, fit = "nearest", vocals }: Wanted): Choice {
  const versions = files
    .flatMap(({ id, duration }) =>
      duration === null ? [] : [{ id, duration, difference: rounded(duration - seconds) }],
    )
    .toSorted((one, other) => Math.abs(one.difference) - Math.abs(other.difference));
  const known = new Set(files.filter((file) => hasVocals(file, vocals)).map(({ id }) => id));
  const best = versions.find((one) => known.has(one.id) && isFitting(one, fit)) ?? null;
  const unknown = files.length - versions.length;
  return {
    best,
    others: versions.filter((one) => one !== best),
    notServed: [
      ...(files.length === 0 ? ["the song has no version that can be played"] : []),
      ...(unknown > 0 ? [`the length of ${count(unknown)} is not known`] : []),
      ...(vocals !== undefined && files.length > 0 && known.size === 0
        ? [`no version is known to be ${NAMES[vocals]}`]
        : []),
      ...(best === null && known.size > 0 && versions.length > 0
        ? [
            reasonOf(
              seconds,
              fit,
              versions.filter(({ id }) => known.has(id)),
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

function isFitting({ difference }: Fitting, fit: Wanted["fit"]): boolean {
  if (fit === "not_shorter") return difference >= 0;
  return fit === "not_longer" ? difference <= 0 : true;
}

function reasonOf(seconds: number, fit: Wanted["fit"], versions: readonly Fitting[]): string {
  const lengths = versions.map(({ duration }) => duration);
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

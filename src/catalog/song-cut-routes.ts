import { Elysia } from "elysia";
import { CUT_ENDINGS, CUT_SECONDS, type CutAttributes, type CutDocument } from "../../schema/wire/cut.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { pathId } from "../http/path-id.ts";
import { queryOf } from "../http/url.ts";
import { authentication } from "../keys/authentication.ts";
import { Refused, refusal, refuse } from "../lib/refusal.ts";
import type { CutPlans } from "../media/cut/cut-plans.ts";
import { grantFor, type MediaTarget, signUrl } from "../media/signed-url.ts";
import { versionsFor } from "../media/targets.ts";
import type { LiveCatalog } from "./live-catalog.ts";
import { measuredRefs, withMeasured } from "./measured.ts";
import { type CutOffer, offerCut, type WantedCut } from "./offer-cut.ts";
import type { SongPresenting } from "./present-song.ts";
import type { AudioFileRecord } from "./song-record.ts";

const HUNDREDTHS = 100;
/** A version whose length differs by less is of the length. Seconds. */
const SAME_SECONDS = 0.05;
const LENGTH = /^\d{1,3}(?:\.\d{1,2})?$/;

/** Fits a song to a length: with the version that has it, otherwise with a cut of the first full version. */
export function songCutRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock">,
  {
    catalog,
    presenting: { signer, facts },
    cuts,
  }: { readonly catalog: LiveCatalog; readonly presenting: SongPresenting; readonly cuts: CutPlans },
) {
  return new Elysia().use(authentication(deps)).get("/v1/songs/:id/cut", async ({ key, params, request }) => {
    const wanted = readWanted(queryOf(request.url));
    const id = pathId(params.id);
    const record = catalog.current()?.db.songsByIds([id]).get(id);
    if (record === undefined) throw refuse("not_found");
    const [song = record] = withMeasured([record], await deps.db.read(facts.of(measuredRefs([record]))));
    const files = song.audioFiles.filter((file) => !file.stem && versionsFor(file, key) !== null);
    const [full] = files;
    if (full === undefined) throw refuse("not_found");
    const grant = grantFor(key.id, null, deps.clock.now());
    const link = (target: MediaTarget): string => signUrl(signer, target, grant);
    const version = versionOf(files, wanted.hundredths / HUNDREDTHS);
    const attributes =
      version === null ? await offerCut(full, { wanted, key, cuts, link }) : ofVersion(version, { wanted, key, link });
    const { length, audio_file: file } = attributes;
    return jsonApi({
      data: { type: "cuts", id: `${file}-${length.toFixed(2)}-${attributes.ending ?? "version"}`, attributes },
      links: { self: `${signer.baseUrl}/v1/songs/${encodeURIComponent(id)}/cut?${queryOf(request.url).toString()}` },
    } satisfies CutDocument);
  });
}

function readWanted(query: URLSearchParams): WantedCut {
  const names = ["length", "ending"];
  const unknown = [...query.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw badParameter(unknown, `Expected ${names.join(" and ")} only.`);
  const [length = "", ...others] = query.getAll("length");
  const seconds = LENGTH.test(length) && others.length === 0 ? Number(length) : Number.NaN;
  if (!(seconds >= CUT_SECONDS.least && seconds <= CUT_SECONDS.most)) {
    throw badParameter("length", `Expected ${CUT_SECONDS.least} to ${CUT_SECONDS.most} seconds, such as 30 or 29.95.`);
  }
  const [given = CUT_ENDINGS[0], ...more] = query.getAll("ending");
  const ending = more.length === 0 ? CUT_ENDINGS.find((one) => one === given) : undefined;
  if (ending === undefined) throw badParameter("ending", `Expected one of ${CUT_ENDINGS.join(", ")}.`);
  return { hundredths: Math.round(HUNDREDTHS * seconds), ending };
}

function badParameter(parameter: string, detail: string): Refused {
  return new Refused([refusal("bad_parameter", { detail, source: { parameter } })]);
}

interface Version extends AudioFileRecord {
  readonly duration: number;
}

/** The version with the nearest length, if it is the wanted one. */
function versionOf(files: readonly AudioFileRecord[], seconds: number): Version | null {
  const away = ({ duration }: Version): number => Math.abs(duration - seconds);
  const [best] = files
    .flatMap((file) => (file.duration === null ? [] : [{ ...file, duration: file.duration }]))
    .toSorted((one, other) => away(one) - away(other));
  return best !== undefined && away(best) < SAME_SECONDS ? best : null;
}

function ofVersion(version: Version, { wanted, key, link }: Omit<CutOffer, "cuts">): CutAttributes {
  const { duration, id } = version;
  const difference = Math.round(HUNDREDTHS * duration - wanted.hundredths) / HUNDREDTHS;
  const targets = versionsFor(version, key);
  if (targets === null) throw refuse("not_found");
  return {
    source: "version",
    audio_file: id,
    length: Math.round(HUNDREDTHS * duration) / HUNDREDTHS,
    difference:
      difference === 0 ? "none" : `${Math.abs(difference)} s ${difference > 0 ? "longer" : "shorter"} than asked`,
    ending: null,
    parts: [{ from: 0, to: duration }],
    joins: [],
    fade: 0,
    silence: 0,
    mp3: link(targets.mp3),
    wav: targets.wav === null ? null : link(targets.wav),
  };
}

import { Elysia } from "elysia";
import { AssetAnalysis, type FilmAnalysis } from "../../schema/wire/analysis.ts";
import type { HitPointsDocument } from "../../schema/wire/hit-points.ts";
import { findHitPoints } from "../audio/structure/hit-points.ts";
import { byKey } from "../audit/audit-event.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { pathId } from "../http/path-id.ts";
import { queryOf } from "../http/url.ts";
import { authentication } from "../keys/authentication.ts";
import type { ApiKey } from "../keys/key.ts";
import { isUuid } from "../lib/ids.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { type Refused, refuse, refuseUntil } from "../lib/refusal.ts";
import type { Slices } from "../lib/slices.ts";
import type { Structures } from "../media/find-structures.ts";
import { waitMsOf } from "../media/wait.ts";
import type { Asset } from "./asset.ts";
import { noteOpening } from "./note-opening.ts";
import type { AssetReader } from "./store.ts";

const PARAMETERS = ["asset_id", "wait"];
const NOT_ANALYSED = "The film is being analysed. Retry after the time in Retry-After.";
const ANALYSIS_RETRY_SECONDS = 5;
const NO_FILM = { detail: "Expected the id of a film that was uploaded.", source: { parameter: "asset_id" } };

/** Finds where songs and audio files can begin in a film. */
export function hitPointRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "audit" | "contexts" | "clock">,
  {
    assets,
    structures,
    slices,
    baseUrl,
  }: {
    readonly assets: AssetReader;
    readonly structures: Structures;
    readonly slices: Slices;
    readonly baseUrl: () => string;
  },
) {
  const answer = async (key: ApiKey, request: Request, { id, of, structureOf }: Wanted): Promise<Response> => {
    const query = queryOf(request.url);
    const asset = await deps.db.read(assets.find(key.id, readAssetId(query)));
    const film = filmOf(asset);
    const structure = await structureOf(id, key.id, waitMsOf(query));
    const attributes = await slices.run(findHitPoints(film, structure), request.signal);
    const { id: requestId } = deps.contexts.of(request);
    if (asset !== null && !deps.contexts.isHead(request)) noteOpening(deps.audit, asset, byKey(key, requestId));
    const self = `${baseUrl()}/v1/${of}/${encodeURIComponent(id)}/hit-points?${query.toString()}`;
    return jsonApi({ data: { type: "hit_points", id, attributes }, links: { self } } satisfies HitPointsDocument);
  };
  const { ofFile, ofSong } = structures;
  return new Elysia()
    .use(authentication(deps))
    .get("/v1/audio_files/:id/hit-points", ({ key, params, request }) =>
      answer(key, request, { id: pathId(params.id), of: "audio_files", structureOf: ofFile }),
    )
    .get("/v1/songs/:id/hit-points", ({ key, params, request }) =>
      answer(key, request, { id: pathId(params.id), of: "songs", structureOf: ofSong }),
    );
}

interface Wanted {
  readonly id: string;
  readonly of: "audio_files" | "songs";
  readonly structureOf: Structures["ofSong"];
}

function readAssetId(query: URLSearchParams): string {
  const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    const detail = `Expected ${PARAMETERS.join(" and ")} only.`;
    throw refuse("bad_parameter", { detail, source: { parameter: unknown } });
  }
  const [id = "", ...others] = query.getAll("asset_id");
  if (!isUuid(id) || others.length > 0) throw refuse("bad_parameter", NO_FILM);
  return id;
}

/** Throws Refused as a search with the asset does, except that it does not wait for an analysis. */
function filmOf(asset: Asset | null): FilmAnalysis {
  if (asset === null) throw refuse("asset_unavailable", { source: { parameter: "asset_id" } });
  if (asset.mediaKind !== "video") throw refuse("bad_parameter", NO_FILM);
  if (asset.status !== "processed") throw unusable(asset.status);
  const analysis = asset.analysis === null ? null : parseChecked(AssetAnalysis, asset.analysis);
  // The analysis of another version has another format.
  if (analysis?.kind !== "video") throw unusable("expired");
  return analysis;
}

function unusable(status: Exclude<Asset["status"], "processed">): Refused {
  if (status === "pending" || status === "processing") {
    return refuseUntil("not_ready", ANALYSIS_RETRY_SECONDS, { detail: NOT_ANALYSED });
  }
  return refuse(`asset_${status}`, { source: { parameter: "asset_id" } });
}

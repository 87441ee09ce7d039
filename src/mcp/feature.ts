import type { PresentingOf } from "../assets/asset-document.ts";
import type { AssetReader } from "../assets/store.ts";
import type { Uploads } from "../assets/uploads.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { SongPresenting } from "../catalog/present-song.ts";
import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { storageRefused } from "../http/storage-refused.ts";
import type { RateLimits } from "../keys/rate-limiter.ts";
import type { CutPlans } from "../media/cut/cut-plans.ts";
import { messageOf } from "../lib/assert.ts";
import { once } from "../lib/once.ts";
import { Refused, refuse } from "../lib/refusal.ts";
import { storageFailureOf } from "../lib/storage-failure.ts";
import { Turns } from "../lib/turns.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import type { InlineSearches } from "../search/inline-searches.ts";
import { McpMetrics } from "./metrics.ts";
import { mcpOpenApi } from "./openapi.ts";
import { mcpRoutes } from "./routes.ts";
import { SongResources } from "./song-resources.ts";
import { songPresenter } from "./song-view.ts";
import type { Tool } from "./tool.ts";
import { assetTools } from "./tools/assets.ts";
import { fitLengthTool } from "./tools/fit-length.ts";
import { listFacetsTool } from "./tools/list-facets.ts";
import { searchTools } from "./tools/search-songs.ts";
import { songTools } from "./tools/read-songs.ts";

export interface McpOptions {
  readonly catalog: LiveCatalog;
  readonly presenting: SongPresenting;
  readonly cuts: CutPlans;
  readonly searches: InlineSearches;
  readonly limiter: RateLimits;
  readonly assets: AssetReader;
  readonly accept: Uploads["accept"];
  readonly presentingAssets: PresentingOf;
  readonly baseUrl: () => string;
}

/** `POST /mcp`: the service for assistants, by the Model Context Protocol, with the keys and limits of the HTTP API. */
export function mcpFeature(deps: FeatureDeps, options: McpOptions): Feature {
  const { catalog, presenting, limiter, baseUrl } = options;
  const metrics = new McpMetrics();
  const songs = { catalog, present: songPresenter(presenting, deps), clock: deps.clock };
  const protocol = once(async () => {
    const { Protocol } = await import("./protocol.ts");
    return new Protocol({
      version: deps.version,
      tools: toolsOf(deps, options, songs),
      songs: new SongResources(songs),
      turns: new Turns(() => yieldToEventLoop(null)),
      onCalled: (tool, outcome) => metrics.called(tool, outcome),
      refusalFor: (error) => refusalFor(deps, error),
    });
  });
  return {
    name: "mcp",
    routes: [mcpRoutes(deps, { limiter, baseUrl, protocol })],
    openapi: mcpOpenApi,
    metrics: metrics.all,
  };
}

function toolsOf(
  { config, db, audit }: FeatureDeps,
  { catalog, presenting, cuts, searches, assets, accept, presentingAssets, baseUrl }: McpOptions,
  songs: Parameters<typeof songTools>[0],
): readonly Tool[] {
  return [
    ...searchTools(searches),
    ...songTools(songs),
    fitLengthTool({ ...songs, db, presenting, cuts }),
    listFacetsTool({ dataDir: config.dataDir, generation: () => catalog.current()?.generation ?? null }),
    ...assetTools({ db, assets, accept, presentingOf: presentingAssets, baseUrl, audit }),
  ];
}

/** The same three kinds of errors as in the HTTP API: refusals, failures of the storage, and bugs. */
function refusalFor({ storage, log }: Pick<FeatureDeps, "storage" | "log">, error: unknown): Refused {
  if (error instanceof Refused) return error;
  const failure = storageFailureOf(error);
  if (failure === null) {
    log.error({ error }, "unexpected error in an MCP message");
    return refuse("internal");
  }
  storage.recordFailure(error);
  log.warn({ failure, reason: messageOf(error) }, "storage failed during an MCP message");
  return storageRefused(failure);
}

import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { MetricSet } from "../lib/metric-set.ts";
import type { MediaCatalog } from "../media/feature.ts";
import type { CutPlans } from "../media/cut/cut-plans.ts";
import type { MediaShelf } from "../media/open-media.ts";
import type { MediaFiles } from "../media/store/media-files.ts";
import type { MediaStore } from "../media/store/media-store.ts";
import { Slices } from "../lib/slices.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import { adminCatalogPaths } from "./admin/admin-openapi.ts";
import { adminCatalogRoutes } from "./admin/admin-routes.ts";
import { CatalogRuns } from "./admin/catalog-runs.ts";
import type { RunCatalogWork } from "./admin/catalog-work.ts";
import { DumpUploads } from "./admin/dump-uploads.ts";
import { RunFolder } from "./admin/run-folder.ts";
import { catalogRunRoutes } from "./admin/run-routes.ts";
import { artistImageRoutes } from "./artist-image-routes.ts";
import { browseOpenApi } from "./browse-openapi.ts";
import { browseRoutes } from "./browse-routes.ts";
import { catalogCheck } from "./catalog-check.ts";
import type { CatalogDb } from "./catalog-db.ts";
import { sweepMedia } from "./import/media/sweep-media.ts";
import { SongListing } from "./listing/song-listing.ts";
import type { LiveCatalog, OpenCatalog } from "./live-catalog.ts";
import { catalogOpenApi } from "./openapi.ts";
import { measuredSongsGauges } from "./measured-songs-gauges.ts";
import type { WatchedStore } from "../objects/owned-objects.ts";
import type { SongPresenting } from "./present-song.ts";
import { KeepStored } from "./stored/keep-stored.ts";
import type { StoredCatalogs } from "./stored/stored-catalogs.ts";
import { sweepStoredCatalogs } from "./stored/sweep-stored.ts";
import { songFactsOpenApiPaths, songFactsRoutes } from "./song-facts-routes.ts";
import { songCutOpenApiPaths } from "./song-cut-openapi.ts";
import { songCutRoutes } from "./song-cut-routes.ts";
import { songAudioRoutes } from "./song-audio-routes.ts";
import { songRoutes } from "./song-routes.ts";

/** Unreferenced media are retained for at least a day. The exact time of their removal does not matter. */
const MEDIA_SWEEP_EVERY_MS = 6 * HOUR_MS;
const MEDIA_SWEEP_FIRST_MS = 10 * MINUTE_MS;

/** Lists and facets yield the request thread after this time, at the end of the current step. */
const LISTING_SLICE_MS = 5;

/** The live catalog: songs, artists' pictures, and the removal of unreferenced media. */
export function catalogFeature(
  deps: FeatureDeps,
  {
    catalog,
    presenting,
    store,
    generated,
    files,
    baseUrl,
    runWork,
    cuts,
    copies,
  }: {
    readonly catalog: LiveCatalog;
    readonly presenting: SongPresenting;
    readonly store: MediaStore;
    readonly generated: MediaStore;
    readonly files: MediaFiles;
    readonly baseUrl: () => string;
    readonly runWork: RunCatalogWork;
    readonly cuts: CutPlans;
    /** The store of objects that has copies of the catalogs; null without one. */
    readonly copies: { readonly stored: StoredCatalogs; readonly objects: WatchedStore } | null;
  },
): Feature {
  const { config, db, clock, log } = deps;
  const slices = new Slices({
    sliceMs: LISTING_SLICE_MS,
    now: () => performance.now(),
    pause: () => yieldToEventLoop(null),
  });
  const { dataDir } = config;
  const folder = new RunFolder(dataDir);
  const runs = new CatalogRuns({ ...deps, folder, runWork, onChanged: () => catalog.refresh() });
  const uploads = new DumpUploads({ ...deps, dataDir, freeBytes: () => freeBytes(dataDir) });
  const measured = measuredSongsGauges({ catalog, db, slices, clock });
  const listing = new SongListing({ catalog, facts: presenting.facts, slices, clock });
  const { duties: storedDuties, metrics: storedMetrics } = keepCopies(deps, catalog, copies);
  return {
    name: "catalog",
    routes: [
      songRoutes(deps, { catalog, listing, presenting }),
      songFactsRoutes(deps, { catalog, presenting }),
      songCutRoutes(deps, { catalog, presenting, cuts }),
      songAudioRoutes(deps, { catalog, facts: presenting.facts }),
      browseRoutes(deps, { catalog, listing, presenting }),
      artistImageRoutes(deps, { catalog, files }),
      adminCatalogRoutes(deps, { baseUrl, runs }),
      catalogRunRoutes(deps, { baseUrl, runs, folder, uploads }),
    ],
    openapi: {
      ...catalogOpenApi,
      paths: {
        ...catalogOpenApi.paths,
        ...browseOpenApi.paths,
        ...songFactsOpenApiPaths,
        ...songCutOpenApiPaths,
        ...adminCatalogPaths,
      },
    },
    preparations: [() => runs.load()],
    services: [{ name: "changes of the catalog", start: () => undefined, stop: () => runs.stop() }],
    duties: [
      measured.duty,
      ...storedDuties,
      {
        name: "sweep uploaded dumps",
        everyMs: HOUR_MS,
        runsOn: "each node",
        deletesByAge: true,
        run: () => uploads.sweep(),
      },
      {
        name: "sweep media",
        runsOn: "each node",
        everyMs: MEDIA_SWEEP_EVERY_MS,
        firstAfterMs: MEDIA_SWEEP_FIRST_MS,
        deletesByAge: true,
        run: async (signal) => {
          const parts = { clock, log, dataDir, serviceDb: db, store, generated, signal, hasImportLock: false };
          return { removed: (await sweepMedia(parts))?.files ?? 0 };
        },
      },
    ],
    readiness: [() => catalogCheck(catalog)],
    metrics: [...catalogMetrics(catalog), ...measured.metrics, ...storedMetrics],
  };
}

/** Keeps copies of the catalogs in the store of objects, if there is one. */
function keepCopies(
  { config: { dataDir }, db: serviceDb, clock, log }: FeatureDeps,
  catalog: LiveCatalog,
  copies: { readonly stored: StoredCatalogs; readonly objects: WatchedStore } | null,
): Required<Pick<Feature, "duties" | "metrics">> {
  const parts = copies === null ? null : { ...copies, dataDir, serviceDb, clock, log };
  const kept = parts === null ? null : new KeepStored({ ...parts, catalog });
  const metrics = new MetricSet();
  metrics.gauge(
    {
      name: "needledrop_store_missing_catalog_files",
      help: "Files of the current and the former catalog that are not in the store yet; 0 without a store.",
      labels: [],
    },
    (gauge) => gauge.set(kept?.missing() ?? 0),
  );
  if (parts === null || kept === null) return { duties: [], metrics: metrics.all };
  return {
    metrics: metrics.all,
    duties: [
      kept.duty(),
      {
        name: "sweep stored catalogs",
        runsOn: "one node",
        everyMs: MEDIA_SWEEP_EVERY_MS,
        firstAfterMs: MEDIA_SWEEP_FIRST_MS,
        deletesByAge: true,
        run: async (signal) => ({
          removed: parts.objects.outage() === null ? await sweepStoredCatalogs({ ...parts, signal }) : 0,
        }),
      },
    ],
  };
}

/** Adapts the live catalog to the interface of the media feature. */
export function mediaCatalog(catalog: LiveCatalog): MediaCatalog {
  return {
    shelf: () => mediaShelf(catalog.current()?.db ?? null),
    songOf: (id) => catalog.current()?.db.songsByIds([id]).get(id) ?? null,
    surveyed: () => {
      const open = catalog.current();
      if (open === null) return null;
      return {
        generation: open.generation.number,
        songsAfter: (after, limit) => open.db.songMediaAfter(after, limit),
      };
    },
  };
}

/** Finds the media of a catalog; without a catalog there are none. Downloads get a readable name: "Glass Harbour - Full mix". */
function mediaShelf(db: CatalogDb | null): MediaShelf {
  return {
    audioFile: (id) => {
      const file = db?.audioFile(id) ?? null;
      if (file === null) return null;
      const { songTitle, description } = file;
      return { ...file, title: description === "" ? songTitle : `${songTitle} - ${description}` };
    },
    song: (id) => db?.songsByIds([id]).get(id) ?? null,
  };
}

function catalogMetrics(catalog: LiveCatalog): MetricSet["all"] {
  const metrics = new MetricSet();
  const gauge = (name: string, help: string, read: (open: OpenCatalog) => number): void => {
    metrics.gauge({ name, help, labels: [] }, (one) => {
      const open = catalog.current();
      one.set(open === null ? 0 : read(open));
    });
  };
  gauge("needledrop_catalog_songs", "Songs in the live catalog.", (open) => open.generation.songs);
  gauge(
    "needledrop_catalog_generation",
    "Number of the live catalog generation; every import that changes something adds one.",
    (open) => open.generation.number,
  );
  gauge("needledrop_index_bytes", "Size of the search index in memory.", (open) => open.index.byteLength);
  gauge(
    "needledrop_index_built_timestamp_seconds",
    "When the search index was built, in Unix seconds; its age is `time()` minus this.",
    () => (catalog.indexedAt() ?? 0) / SECOND_MS,
  );
  return metrics.all;
}

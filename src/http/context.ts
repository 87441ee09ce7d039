import type { removeAsset } from "../assets/delete-asset.ts";
import type { AssetReader } from "../assets/store.ts";
import type { Uploads } from "../assets/uploads.ts";
import type { FactsReader } from "../audio/facts-store.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import type { RateLimiter } from "../keys/rate-limiter.ts";
import type { KeyReader } from "../keys/store.ts";
import type { Timer } from "../jobs/timer.ts";
import type { Clock } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import type { Maker } from "../media/make/maker.ts";
import type { UrlSigner } from "../media/signed-url.ts";
import type { MediaFiles } from "../media/store/media-files.ts";
import type { Searches } from "../search/searches.ts";
import type { ServiceMetrics } from "./metrics.ts";

/** One line of `/readyz`. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** What the HTTP edge is given by the composition root. */
export interface HttpContext {
  readonly version: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: NewId;
  readonly log: Log;
  readonly adminToken: string;
  readonly signer: UrlSigner;
  readonly keys: KeyReader;
  readonly rateLimiter: RateLimiter;
  readonly catalog: LiveCatalog;
  readonly mediaFiles: MediaFiles;
  readonly maker: Pick<Maker, "provide" | "isHopeless">;
  /** What was measured of media, by how the catalog names them. */
  readonly facts: FactsReader;
  readonly searches: Searches;
  readonly assets: AssetReader;
  readonly uploads: Uploads;
  /** What removing an asset needs. */
  readonly removing: Parameters<typeof removeAsset>[2];
  readonly metrics: ServiceMetrics;
  /** Cheap checks only: migrated, index loaded, disk writable. */
  readonly readiness: () => readonly ReadinessCheck[];
}

import type { ServiceDb } from "../../db/service-db.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { importCatalog } from "../import/import-catalog.ts";
import { ImportRunning } from "../import/import-lock.ts";
import type { MediaMode } from "../import/media/media-importer.ts";
import type { StoredCatalogs } from "../stored/stored-catalogs.ts";
import { FolderClaims } from "./folder-claims.ts";
import { scanFolder } from "./scan-folder.ts";

export interface FolderImport {
  /** Absolute path. */
  readonly folder: string;
  /** Of the scan that found the folder settled. */
  readonly fingerprint: string;
  readonly graceMs: number;
  readonly media: MediaMode;
}

export interface FolderImportDeps {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal | null;
  readonly stored?: StoredCatalogs | null;
  /** Whether unreferenced media can be removed for their age. True by default. */
  readonly isClockTrusted?: () => Promise<boolean>;
}

export type FolderImportOutcome =
  | {
      readonly kind: "imported";
      readonly added: number;
      readonly updated: number;
      readonly retired: number;
      readonly rejected: number;
      readonly missingMedia: number;
      /** Songs that were not retired, because an operator must confirm it. */
      readonly held: number;
      readonly songs: number;
      /** Why a file could not be read; null if all were read. */
      readonly unread: string | null;
    }
  /** Files changed since the scan, so nothing was imported. */
  | { readonly kind: "changed" }
  /** Another import is running. */
  | { readonly kind: "busy"; readonly sentence: string };

class FilesChanged extends Error {}

/**
 * Imports a watched folder as it was scanned: the folder is scanned again before and after it is read, and a difference
 * ends the import without a change. Retires the folder's songs that are absent for longer than the grace period.
 */
export async function importFolder(request: FolderImport, deps: FolderImportDeps): Promise<FolderImportOutcome> {
  const { folder, fingerprint, graceMs, media } = request;
  const { serviceDb, clock } = deps;
  const requireUnchanged = async (): Promise<void> => {
    const scan = await scanFolder(folder);
    if (scan.kind !== "scanned" || scan.fingerprint !== fingerprint) throw new FilesChanged();
  };
  const claims = new FolderClaims(serviceDb, { folder, fingerprint, graceMs, now: clock.now() });
  try {
    await requireUnchanged();
    const outcome = await importCatalog({
      ...deps,
      paths: [folder],
      media,
      claims,
      afterReading: requireUnchanged,
      replace: false,
      dryRun: false,
      map: new Map(),
      reportPath: null,
      onProgress: null,
    });
    const { added, updated, retired, rejected, missingMedia, accepted } = outcome;
    const { held, unread } = claims;
    return { kind: "imported", added, updated, retired, rejected, missingMedia, held, songs: accepted, unread };
  } catch (error) {
    if (error instanceof FilesChanged) return { kind: "changed" };
    if (error instanceof ImportRunning) return { kind: "busy", sentence: error.message };
    throw error;
  }
}

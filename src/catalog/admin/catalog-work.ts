import type { AuditActor } from "../../../schema/wire/audit.ts";
import type { MediaMode } from "../import/media/media-importer.ts";

/** A change of the catalog that a child process makes, because it can take hours and builds an index. */
export type CatalogWork = {
  readonly actor: AuditActor;
  readonly requestId: string;
} & (ImportWork | { readonly kind: "undo" } | { readonly kind: "remove"; readonly ids: readonly string[] });

export interface ImportWork {
  readonly kind: "import";
  /** Absolute paths; empty for the demonstration. */
  readonly paths: readonly string[];
  readonly isDemonstration: boolean;
  readonly replace: boolean;
  readonly mayRetireMany: boolean;
  readonly dryRun: boolean;
  readonly media: MediaMode;
  readonly families: boolean;
  readonly reportPath: string;
}

export interface WorkProgress {
  readonly records: number;
  readonly rejected: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Null while records are read. */
  readonly indexed: number | null;
  readonly songsTotal: number | null;
}

/** What an import did, or would do. */
export interface ImportedNow {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly retired: number;
  readonly rejected: number;
  readonly missingMedia: number;
  readonly version: string | null;
  readonly warnings: readonly {
    readonly message: string;
    readonly count: number;
    readonly file: string;
    readonly line: number;
  }[];
  readonly remarks: readonly string[];
}

/** How work ended. A failure is a sentence for the user; nothing was changed then. */
export type WorkEnd =
  | { readonly kind: "imported"; readonly outcome: ImportedNow }
  | { readonly kind: "undone"; readonly version: string; readonly songs: number; readonly undoneVersion: string }
  /** `version` is null while an import runs, which takes the hidden songs out. */
  | { readonly kind: "removed"; readonly version: string | null }
  | { readonly kind: "failed"; readonly sentence: string };

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: WorkProgress) => void;
}

/** Runs work in a child process. Throws if the child crashes, and the signal's reason. The server implements it. */
export type RunCatalogWork = (work: CatalogWork, options: WorkOptions) => Promise<WorkEnd>;

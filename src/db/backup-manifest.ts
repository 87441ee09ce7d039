import { type Static, Type } from "@sinclair/typebox";
import { parseChecked } from "../lib/parse-json.ts";

/** Name of the first member of every backup. It distinguishes a backup from any other tar. */
export const MANIFEST_NAME = "needledrop-backup.json";
export const BACKUP_FORMAT = 1;
/** A backup that names media next to it. Only such a backup has this format, so earlier versions can restore all others. */
export const BACKUP_FORMAT_WITH_MEDIA = 2;
export const MANIFEST_SIZE_MAX = 1024 * 1024;

/** Relative, in lower case, and without segments that begin with a dot, so that a name cannot leave its folder. */
const PLAIN_NAME = "^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$";

const BackupFile = Type.Object({
  name: Type.String({ pattern: PLAIN_NAME, maxLength: 100 }),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});

/** The contents of a backup, and the program that wrote it. */
export const BackupManifest = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  /** Version of the program. */
  program: Type.String(),
  created_at: Type.String(),
  /** Migrations applied to each database; `catalog` is null without a catalog. */
  schema: Type.Object({
    service: Type.Integer({ minimum: 0 }),
    catalog: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  }),
  files: Type.Array(BackupFile, { minItems: 1, maxItems: 1_000 }),
});
export type BackupManifest = Static<typeof BackupManifest>;
export type BackupFile = BackupManifest["files"][number];

/** Parses a manifest. Returns null for any other text. */
export function parseManifest(text: string): BackupManifest | null {
  const manifest = parseChecked(BackupManifest, text);
  return manifest !== null && hasDistinctNames(manifest) ? manifest : null;
}

function hasDistinctNames(manifest: BackupManifest): boolean {
  return new Set(manifest.files.map((file) => file.name)).size === manifest.files.length;
}

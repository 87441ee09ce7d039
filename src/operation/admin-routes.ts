import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Elysia } from "elysia";
import type { AdminStorageAttributes } from "../../schema/wire/admin-system.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument } from "../http/list-document.ts";
import { noFilters, readListQuery } from "../http/list-query.ts";
import { administration } from "../keys/admin-authentication.ts";
import { hasErrorCode } from "../lib/error-code.ts";

const SETTINGS_PATH = "/v1/admin/settings";
const STORAGE_PATH = "/v1/admin/storage";

/** A setting in force; secrets are masked. */
export interface ShownSetting {
  readonly name: string;
  readonly value: string;
  readonly source: "option" | "environment" | "file" | "default";
}

export interface OperationAdministration {
  readonly baseUrl: () => string;
  readonly settings: () => readonly ShownSetting[];
}

/** The settings in force, and what the data folder takes of the disk. */
export function adminOperationRoutes(
  deps: Pick<FeatureDeps, "config" | "access" | "contexts">,
  { baseUrl, settings }: OperationAdministration,
) {
  const { dataDir } = deps.config;
  return new Elysia()
    .use(administration(deps))
    .get(SETTINGS_PATH, ({ request }) => {
      const query = readListQuery(request.url, { decode: null, parseFilter: noFilters, isPaged: false });
      const data = settings().map(({ name, value, source }) => ({
        type: "settings",
        id: name,
        attributes: { value, source },
      }));
      return jsonApi(listDocument({ data, last: null }, query, { baseUrl: baseUrl(), path: SETTINGS_PATH }));
    })
    .get(STORAGE_PATH, () => {
      const { bavail, blocks, bsize } = statfsSync(dataDir);
      const attributes: AdminStorageAttributes = {
        data_folder: dataDir,
        database_bytes: bytesIn(dataDir, 0, (name) => name.startsWith("needledrop.db")),
        // Generations are folders with two files each.
        catalog_bytes: bytesIn(join(dataDir, "catalog"), 1, () => true),
        disk_free_bytes: bavail * bsize,
        disk_total_bytes: blocks * bsize,
      };
      return jsonApi({ data: { type: "storage", id: "current", attributes } });
    });
}

/** Adds up the files of a folder, down to a depth. A file that disappears meanwhile counts as empty. */
function bytesIn(folder: string, depth: number, isCounted: (name: string) => boolean): number {
  let bytes = 0;
  for (const name of orNothing(() => readdirSync(folder)) ?? []) {
    if (!isCounted(name)) continue;
    const path = join(folder, name);
    const stats = orNothing(() => statSync(path));
    if (stats === null) continue;
    if (stats.isFile()) bytes += stats.size;
    else if (depth > 0) bytes += bytesIn(path, depth - 1, isCounted);
  }
  return bytes;
}

function orNothing<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}

import { statSync } from "node:fs";
import { basename } from "node:path";
import { Elysia } from "elysia";
import type { BackupScheduleAttributes } from "../../../schema/wire/admin-system.ts";
import type { BackupSettings } from "../../config/config.ts";
import type { FeatureDeps } from "../../feature/feature.ts";
import { decodeCursor } from "../../http/cursor.ts";
import { jsonApi } from "../../http/json-api.ts";
import { listDocument, pageAfter } from "../../http/list-document.ts";
import { noFilters, readListQuery } from "../../http/list-query.ts";
import { pathId } from "../../http/path-id.ts";
import { administration } from "../../keys/admin-authentication.ts";
import { refuse } from "../../lib/refusal.ts";
import { scheduledBackups } from "./backup-folder.ts";
import type { RequestedBackups } from "./requested.ts";

const PATH = "/v1/admin/backups";
const SCHEDULE_PATH = "/v1/admin/backup-schedule";
const NAME = /^needledrop-\d{8}T\d{6}Z\.tar$/;

export interface BackupAdministration {
  readonly baseUrl: () => string;
  readonly settings: BackupSettings | null;
  /** Null without settings. */
  readonly requested: RequestedBackups | null;
}

/** Lists, makes and serves backups. A backup has secrets, and only files that this server wrote are served. */
export function adminBackupRoutes(
  deps: Pick<FeatureDeps, "access" | "contexts" | "audit" | "storage">,
  { baseUrl, settings, requested }: BackupAdministration,
) {
  const present = () =>
    settings === null ? [] : scheduledBackups(settings.folder).map((one) => ({ id: basename(one.path), ...one }));
  const schedule = (): object => {
    const { since = null, failure = null } = requested?.state() ?? {};
    const attributes: BackupScheduleAttributes = {
      folder: settings?.folder ?? null,
      every_hours: settings?.everyHours ?? null,
      keep: settings?.keep ?? null,
      with_media: settings?.withMedia ?? false,
      running_since: since === null ? null : new Date(since).toISOString(),
      failure,
    };
    return { data: { type: "backup_schedules", id: "current", attributes } };
  };
  return new Elysia()
    .use(administration(deps))
    .get(SCHEDULE_PATH, () => jsonApi(schedule()))
    .get(PATH, ({ request }) => {
      const decode = (cursor: string): string | null => decodeCursor(cursor, NAME)?.[0] ?? null;
      const query = readListQuery(request.url, { decode, parseFilter: noFilters });
      const { shown, last } = pageAfter(present(), query);
      const data = shown.map(({ id, path, at }) => ({
        type: "backups",
        id,
        attributes: { created_at: new Date(at).toISOString(), bytes: statSync(path).size },
      }));
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .post(PATH, async ({ by }) => {
      if (requested === null) {
        throw refuse("conflict", {
          detail: "No folder for backups is set. Set BACKUP_DIR, and start the server again.",
        });
      }
      deps.storage.requireWritable();
      if (!requested.start()) throw refuse("conflict", { detail: "A backup is in progress." });
      await deps.audit.record({ ...by, action: "backup.requested" });
      return jsonApi(schedule(), 202);
    })
    .get(`${PATH}/:name/file`, async ({ params, by }) => {
      const name = pathId(params.name);
      const found = present().find(({ id }) => id === name);
      if (found === undefined) throw refuse("not_found", { detail: "There is no backup with this name." });
      await deps.audit.record({ ...by, action: "backup.downloaded", objects: { backup: name } });
      return new Response(Bun.file(found.path), {
        headers: {
          "content-type": "application/x-tar",
          "content-disposition": `attachment; filename="${name}"`,
          "cache-control": "no-store",
        },
      });
    });
}

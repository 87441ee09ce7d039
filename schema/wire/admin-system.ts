import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminList, adminResource, Moment } from "./admin.ts";
import { CLOSED, orNull } from "./jsonapi.ts";

const Setting = Type.Object(
  {
    value: Type.String({ description: "Secrets are masked." }),
    source: Type.Union(
      ["option", "environment", "file", "default"].map((source) => Type.Literal(source)),
      { description: "Where the value comes from." },
    ),
  },
  CLOSED,
);
/** `GET /v1/admin/settings`. The id of a setting is its environment variable. */
export const AdminSettingList = adminList("AdminSettingList", adminResource("settings", Setting));

const Storage = Type.Object(
  {
    data_folder: Type.String(),
    database_bytes: Type.Integer(),
    catalog_bytes: Type.Integer({ description: "The catalogs on the disk with their indexes." }),
    disk_free_bytes: Type.Integer(),
    disk_total_bytes: Type.Integer(),
  },
  CLOSED,
);
export type AdminStorageAttributes = Static<typeof Storage>;
/** `GET /v1/admin/storage` */
export const AdminStorageDocument = adminDocument("AdminStorageDocument", adminResource("storage", Storage));

const Backup = Type.Object({ created_at: Moment, bytes: Type.Integer() }, CLOSED);
/** `GET /v1/admin/backups`. The id of a backup is the name of its file. */
export const AdminBackupList = adminList("AdminBackupList", adminResource("backups", Backup));

const Schedule = Type.Object(
  {
    folder: orNull(Type.String(), "Null if BACKUP_DIR is not set, so there are no backups."),
    every_hours: orNull(Type.Integer()),
    keep: orNull(Type.Integer(), "Number of backups that are kept."),
    with_media: Type.Boolean({ description: "Whether the media of the catalog are copied, too." }),
    running_since: orNull(Moment, "When the backup in progress that an administrator asked for has started."),
    failure: orNull(Type.String(), "Why the last one failed, for people."),
  },
  CLOSED,
);
export type BackupScheduleAttributes = Static<typeof Schedule>;
/** `GET /v1/admin/backup-schedule` */
export const BackupScheduleDocument = adminDocument(
  "BackupScheduleDocument",
  adminResource("backup_schedules", Schedule),
);

import { EXAMPLE_SERVER } from "./song.ts";

const PATH = `${EXAMPLE_SERVER}/v1/admin`;

export const EXAMPLE_SETTINGS = {
  data: [
    { type: "settings", id: "NEEDLEDROP_PORT", attributes: { value: "4040", source: "default" } },
    { type: "settings", id: "NEEDLEDROP_ADMIN_TOKEN", attributes: { value: "(set)", source: "file" } },
  ],
  links: { self: `${PATH}/settings` },
};
export const EXAMPLE_STORAGE = {
  data: {
    type: "storage",
    id: "current",
    attributes: {
      data_folder: "/var/lib/needledrop",
      database_bytes: 41_000_000,
      catalog_bytes: 480_000_000,
      disk_free_bytes: 210_000_000_000,
      disk_total_bytes: 500_000_000_000,
    },
  },
};
export const EXAMPLE_BACKUPS = {
  data: [
    {
      type: "backups",
      id: "needledrop-20260304T101500Z.tar",
      attributes: { created_at: "2026-03-04T10:15:00.000Z", bytes: 310_000_000 },
    },
  ],
  links: { self: `${PATH}/backups` },
};
export const EXAMPLE_SCHEDULE = {
  data: {
    type: "backup_schedules",
    id: "current",
    attributes: {
      folder: "/backup/needledrop",
      every_hours: 24,
      keep: 7,
      with_media: false,
      running_since: null,
      failure: null,
    },
  },
};

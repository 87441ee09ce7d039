import { Type } from "@sinclair/typebox";
import { AdminBackupList, BackupScheduleDocument } from "../../../schema/wire/admin-system.ts";
import { EXAMPLE_BACKUPS, EXAMPLE_SCHEDULE } from "../../../schema/wire/examples/admin-system.ts";
import type { OpenApiPart } from "../../http/openapi/operation.ts";
import { pageCursor, pageSize, pathParameter } from "../../http/openapi/parameters.ts";

const TAG = "Administration";

export const backupOpenApi: OpenApiPart = {
  paths: {
    "/v1/admin/backup-schedule": {
      get: {
        id: "adminReadBackupSchedule",
        tag: TAG,
        summary: "Read when and where backups are made",
        credential: "admin",
        answers: { 200: { description: "The schedule.", schema: BackupScheduleDocument, example: EXAMPLE_SCHEDULE } },
      },
    },
    "/v1/admin/backups": {
      get: {
        id: "adminListBackups",
        tag: TAG,
        summary: "List the backups in the folder of backups",
        description: "The newest first.",
        credential: "admin",
        parameters: [pageSize, pageCursor],
        answers: { 200: { description: "A page of backups.", schema: AdminBackupList, example: EXAMPLE_BACKUPS } },
        refusals: ["bad_parameter"],
      },
      post: {
        id: "adminMakeBackup",
        tag: TAG,
        summary: "Make a backup now",
        description: "In a process of its own. It is verified, and the oldest one above the number to keep is removed.",
        credential: "admin",
        answers: { 202: { description: "It is made.", schema: BackupScheduleDocument, example: EXAMPLE_SCHEDULE } },
        refusals: ["conflict", "storage_unavailable"],
      },
    },
    "/v1/admin/backups/{name}/file": {
      get: {
        id: "adminDownloadBackup",
        tag: TAG,
        summary: "Download a backup",
        description: "It has secrets: keep it where only its owner can read it.",
        credential: "admin",
        parameters: [pathParameter("name", "The name of the backup's file.")],
        answers: {
          200: {
            description: "The backup.",
            type: "application/x-tar",
            schema: Type.String({ format: "binary" }),
          },
        },
        refusals: ["not_found"],
      },
    },
  },
};

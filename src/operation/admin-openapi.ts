import { AdminSettingList, AdminStorageDocument } from "../../schema/wire/admin-system.ts";
import { EXAMPLE_SETTINGS, EXAMPLE_STORAGE } from "../../schema/wire/examples/admin-system.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";

const TAG = "Administration";

export const adminOperationPaths: OpenApiPart["paths"] = {
  "/v1/admin/settings": {
    get: {
      id: "adminListSettings",
      tag: TAG,
      summary: "List the settings in force",
      description: "With the source of each value. Secrets are masked.",
      credential: "admin",
      answers: { 200: { description: "All settings.", schema: AdminSettingList, example: EXAMPLE_SETTINGS } },
      refusals: ["bad_parameter"],
    },
  },
  "/v1/admin/storage": {
    get: {
      id: "adminReadStorage",
      tag: TAG,
      summary: "Read what the data folder takes of the disk",
      credential: "admin",
      answers: { 200: { description: "Sizes in bytes.", schema: AdminStorageDocument, example: EXAMPLE_STORAGE } },
    },
  },
};

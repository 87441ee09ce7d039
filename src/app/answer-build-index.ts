import { Type } from "@sinclair/typebox";
import { reindex } from "../catalog/reindex.ts";
import { readConfig } from "../config/config.ts";
import { DatabaseSettings } from "../config/database-settings.ts";
import { silentLog } from "../lib/log.ts";
import { readRequest } from "../native/own-child.ts";
import { openData } from "./open-data.ts";

const Request = Type.Object({ data: Type.String(), database: Type.Union([DatabaseSettings, Type.Null()]) });

/** The child's side of `buildIndexApart`. */
export async function answerBuildIndex(text: string): Promise<object> {
  const { data, database } = readRequest(Request, text);
  const core = await openData({ ...readConfig({}, { data }), database }, silentLog, { mayCreate: false });
  try {
    await reindex(core.db, data);
    return {};
  } finally {
    await core.close();
  }
}

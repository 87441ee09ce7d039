import { eq } from "drizzle-orm";
import { settings } from "../../schema/tables/service/settings.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { first, run, type Work } from "../db/work.ts";

export function* readSetting(reading: Reading, name: string): Work<string | null> {
  const row = yield* first(reading.orm.select().from(settings).where(eq(settings.name, name)));
  return row?.value ?? null;
}

/** Stores `value` under `name` unless the setting exists. Returns the stored value. */
export function* addSetting(tx: Writing, name: string, value: string): Work<string> {
  yield* run(tx.orm.insert(settings).values({ name, value }).onConflictDoNothing());
  return (yield* readSetting(tx, name)) ?? value;
}

export function deleteSetting(tx: Writing, name: string): Work<void> {
  return run(tx.orm.delete(settings).where(eq(settings.name, name)));
}

export function putSetting(tx: Writing, name: string, value: string): Work<void> {
  return run(
    tx.orm.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } }),
  );
}

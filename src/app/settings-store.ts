import { eq } from "drizzle-orm";
import { settings } from "../../schema/tables/service/settings.ts";
import type { Reading, Writing } from "../db/service-db.ts";

export function readSetting(reading: Reading, name: string): string | null {
  return reading.orm.select().from(settings).where(eq(settings.name, name)).get()?.value ?? null;
}

/** Stores `value` under `name` unless the setting exists. Returns the stored value. */
export function addSetting(tx: Writing, name: string, value: string): string {
  tx.orm.insert(settings).values({ name, value }).onConflictDoNothing().run();
  return readSetting(tx, name) ?? value;
}

export function deleteSetting(tx: Writing, name: string): void {
  tx.orm.delete(settings).where(eq(settings.name, name)).run();
}

export function putSetting(tx: Writing, name: string, value: string): void {
  tx.orm.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } }).run();
}

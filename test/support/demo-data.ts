import { cp, rename, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "bun:test";
import type { Appliance } from "./appliance.ts";

/** The users of every prepared data folder. */
export const USERS = {
  supervisor: { name: "Zoë", password: "a password for tests" },
  admin: { name: "Kim", password: "a password for tests" },
} as const;

/**
 * Prepares the data folder of an appliance: two users, and the demonstration catalog if it is wanted. `npm test` names a folder for the
 * run, in which the first file that needs such data leaves a copy for the others.
 */
export async function prepareData(appliance: Appliance, catalog: "demonstration" | "none"): Promise<void> {
  const shared = process.env["SHARED_TEST_FOLDER"];
  const kept = shared === undefined ? null : join(shared, `data-${catalog}`);
  if (kept !== null && existsSync(kept)) return await cp(kept, appliance.data, { recursive: true });
  await make(appliance, catalog);
  if (kept === null) return;
  const copy = `${kept}-${basename(appliance.folder)}`;
  await cp(appliance.data, copy, { recursive: true });
  // Another file can have been faster.
  await rename(copy, kept).catch(() => rm(copy, { recursive: true }));
}

async function make(appliance: Appliance, catalog: "demonstration" | "none"): Promise<void> {
  if (catalog === "demonstration") expect((await appliance.run("import", "--demo")).status).toBe(0);
  for (const [role, { name, password }] of Object.entries(USERS)) {
    const file = await appliance.file(`password-${role}`, password);
    expect((await appliance.run("users", "add", name, "--role", role, "--password-file", file)).status).toBe(0);
  }
}

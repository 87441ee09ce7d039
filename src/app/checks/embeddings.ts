import { existsSync } from "node:fs";
import { join } from "node:path";
import { currentGeneration } from "../../catalog/generation.ts";
import type { Config } from "../../config/config.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../db/schema-version.ts";
import { ServiceDb } from "../../db/service-db.ts";
import { embeddingClient } from "../../embedding/client.ts";
import { countVectors } from "../../embedding/store.ts";
import { systemTimer } from "../../lib/timer.ts";
import { messageOf } from "../../lib/assert.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { embeddingServerOf } from "../embeddings.ts";
import { DATABASE_FILE } from "../open-data.ts";
import { type Check, ok, warn } from "./check.ts";

const NAME = "embedding model";
/** A model that must be loaded first gets its time. */
const LIMIT_MS = 20 * SECOND_MS;

/** The optional embedding model: nothing to say where none is set, and never a failure, because searches do without. */
export async function checkEmbeddings(config: Pick<Config, "ai" | "dataDir">): Promise<readonly Check[]> {
  const server = embeddingServerOf(config);
  if (server === null) {
    if (config.ai.embedModel === null) return [];
    const advice = "Set NEEDLEDROP_AI_BASE_URL to the server that has the model, or unset NEEDLEDROP_AI_EMBED_MODEL.";
    return [warn(NAME, `${config.ai.embedModel} is not used: there is no server to ask`, advice)];
  }
  const songs = countedSongs(config.dataDir, server.model);
  const embed = embeddingClient(server, systemTimer);
  try {
    const [vector] = await embed(["music"], { limitMs: LIMIT_MS, stop: new AbortController().signal });
    return [ok(NAME, `${server.model} answers vectors of ${vector?.length ?? 0} numbers${songs}`)];
  } catch (error) {
    const advice = "Check the address, the model's name and the key; until it answers, searches do without.";
    return [warn(NAME, `${server.model} at ${server.baseUrl}: ${messageOf(error)}${songs}`, advice)];
  }
}

/** "; vectors: 120, songs: 121"; nothing where the database is not one that can be read without upgrading it. */
function countedSongs(dataDir: string, model: string): string {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path) || !isKnown(path)) return "";
  const db = ServiceDb.open(path);
  try {
    return `; vectors: ${countVectors(db, model)}, songs: ${currentGeneration(db)?.songs ?? 0}`;
  } finally {
    db.close();
  }
}

function isKnown(path: string): boolean {
  try {
    return schemaVersionOf(path) === KNOWN_SCHEMA.service;
  } catch {
    return false;
  }
}

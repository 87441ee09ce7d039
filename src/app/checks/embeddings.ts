import { existsSync } from "node:fs";
import { currentGeneration } from "../../catalog/generation.ts";
import type { Config } from "../../config/config.ts";
import { integrityComplaints } from "../../db/integrity.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../db/schema-version.ts";
import { MigrationRefused } from "../../db/migrate.ts";
import { VectorsDb } from "../../db/vectors-db.ts";
import { VECTORS_ADVICE, vectorsPath } from "../../db/vectors-file.ts";
import { embeddingClient } from "../../embedding/client.ts";
import { embeddingServerOf } from "../../embedding/open-embedding.ts";
import { countVectors } from "../../embedding/store.ts";
import { messageOf } from "../../lib/assert.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { storageFailureOf } from "../../lib/storage-failure.ts";
import { systemTimer } from "../../lib/timer.ts";
import { type Check, ok, warn } from "./check.ts";
import { readServiceDb } from "./read-service-db.ts";

const NAME = "embedding model";
/** Long enough for a server that has to load the model first. */
const LIMIT_MS = 20 * SECOND_MS;

/**
 * Checks the file of vectors, if there is one, and the embedding model, if one is configured. Neither check fails, because searches
 * work without them.
 */
export async function checkEmbeddings(config: Pick<Config, "ai" | "dataDir">): Promise<readonly Check[]> {
  return [...checkVectors(config.dataDir), ...(await checkModel(config))];
}

function checkVectors(dataDir: string): readonly Check[] {
  const path = vectorsPath(dataDir);
  if (!existsSync(path)) return [];
  const complaints = integrityComplaints(path);
  if (complaints.length > 0) return [warn("vectors", `${path}: ${complaints.join("; ")}`, VECTORS_ADVICE)];
  const found = schemaVersionOf(path);
  if (found <= KNOWN_SCHEMA.vectors) return [ok("vectors", "integrity and references are sound")];
  const detail = `schema ${found}, newer than this program's ${KNOWN_SCHEMA.vectors}`;
  return [warn("vectors", detail, `Run the newer Needledrop that wrote it. Or: ${VECTORS_ADVICE}`)];
}

async function checkModel(config: Pick<Config, "ai" | "dataDir">): Promise<readonly Check[]> {
  const server = embeddingServerOf(config);
  if (server === null) {
    if (config.ai.embedModel === null) return [];
    const advice = "Set NEEDLEDROP_AI_BASE_URL to the server that has the model, or unset NEEDLEDROP_AI_EMBED_MODEL.";
    return [warn(NAME, `${config.ai.embedModel} is not used, because no server is configured`, advice)];
  }
  const counts = await countsText(config.dataDir, server.model);
  const embed = embeddingClient(server, systemTimer);
  try {
    const [vector] = await embed(["music"], { limitMs: LIMIT_MS, stop: new AbortController().signal });
    return [ok(NAME, `${server.model} returns vectors of ${vector?.length ?? 0} numbers${counts}`)];
  } catch (error) {
    const advice =
      "Check the address, the model's name and the key. Until the server responds, searches work without it.";
    return [warn(NAME, `${server.model} at ${server.baseUrl}: ${messageOf(error)}${counts}`, advice)];
  }
}

/** "; vectors: 120, songs: 121", or "" if the database cannot be read without a migration. */
async function countsText(dataDir: string, model: string): Promise<string> {
  const counted = await readServiceDb(dataDir, async (db) => {
    const generation = await db.read(currentGeneration(db));
    return `; vectors: ${vectorsIn(dataDir, model)}, songs: ${generation?.songs ?? 0}`;
  });
  return counted ?? "";
}

/** 0 for a file that cannot be used, which its own check reports. */
function vectorsIn(dataDir: string, model: string): number {
  let vectors: VectorsDb | null = null;
  try {
    vectors = VectorsDb.openKnown(vectorsPath(dataDir));
    return vectors === null ? 0 : countVectors(vectors.sqlite, model);
  } catch (error) {
    if (storageFailureOf(error) === null && !(error instanceof MigrationRefused)) throw error;
    return 0;
  } finally {
    vectors?.close();
  }
}

import type { Config } from "../config/config.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import type { Service } from "../lib/service.ts";
import { type EmbeddingServer, embeddingClient } from "./client.ts";
import { BRIEF_WAIT_MS, BriefEmbedder } from "./embed-brief.ts";
import { songEmbeddingDuty, type SongEmbeddingParts } from "./embed-songs.ts";
import { type MeasureLikeness, likenessMeasurer } from "./song-likeness.ts";
import { VectorFile } from "./vector-file.ts";

type Deps = Pick<FeatureDeps, "config" | "clock" | "log">;

/** The configured embedding server; null unless both its address and a model are set. */
export function embeddingServerOf({ ai }: Pick<Config, "ai">): EmbeddingServer | null {
  if (ai.baseUrl === null || ai.embedModel === null) return null;
  return { baseUrl: ai.baseUrl, apiKey: ai.apiKey, model: ai.embedModel };
}

export interface SearchLikeness extends Service {
  readonly likenessTo: MeasureLikeness;
  readonly vectors: VectorFile;
}

/** Likeness for searches; null when no model is configured. `stop` aborts requests in flight and closes the file of vectors. */
export function openLikeness(
  { config, clock, log }: Deps,
  timer: Timer,
  { user, waitMs = BRIEF_WAIT_MS }: { readonly user: "server" | "command"; readonly waitMs?: number },
): SearchLikeness | null {
  const server = embeddingServerOf(config);
  if (server === null) return null;
  const briefs = new BriefEmbedder({ embed: embeddingClient(server, timer), clock, timer, log, waitMs });
  const vectors = new VectorFile({ dataDir: config.dataDir, clock, log, user });
  return {
    name: "likeness",
    likenessTo: likenessMeasurer(briefs, { vectors, model: server.model }),
    vectors,
    start: () => undefined,
    stop: async () => {
      briefs.stop();
      vectors.close();
    },
  };
}

/** The duty that embeds songs; empty when no model is configured. */
export function openSongEmbedding(
  { config, clock, log }: Deps,
  catalog: SongEmbeddingParts["catalog"],
  { timer, vectors }: { readonly timer: Timer; readonly vectors: VectorFile },
): readonly Duty[] {
  const server = embeddingServerOf(config);
  if (server === null) return [];
  const embed = embeddingClient(server, timer);
  return [songEmbeddingDuty({ vectors, catalog, embed, model: server.model, clock, timer, log })];
}

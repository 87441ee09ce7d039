import type { Config } from "../config/config.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import type { Service } from "../lib/service.ts";
import { type EmbeddingServer, embeddingClient } from "./client.ts";
import { BRIEF_WAIT_MS, BriefEmbedder } from "./embed-brief.ts";
import { songEmbeddingDuty, type SongEmbeddingParts } from "./embed-songs.ts";
import { type MeasureLikeness, likenessMeasurer } from "./song-likeness.ts";

type Deps = Pick<FeatureDeps, "config" | "clock" | "log" | "db">;

/** The configured embedding server; null unless both its address and a model are set. */
export function embeddingServerOf({ ai }: Pick<Config, "ai">): EmbeddingServer | null {
  if (ai.baseUrl === null || ai.embedModel === null) return null;
  return { baseUrl: ai.baseUrl, apiKey: ai.apiKey, model: ai.embedModel };
}

/** Likeness for searches; null when no model is configured. `stop` aborts requests in flight. */
export function openLikeness(
  { config, clock, log, db }: Deps,
  timer: Timer,
  waitMs = BRIEF_WAIT_MS,
): (Service & { readonly likenessTo: MeasureLikeness }) | null {
  const server = embeddingServerOf(config);
  if (server === null) return null;
  const briefs = new BriefEmbedder({ embed: embeddingClient(server, timer), clock, timer, log, waitMs });
  return {
    name: "likeness",
    likenessTo: likenessMeasurer(briefs, { reading: db, model: server.model }),
    start: () => undefined,
    stop: async () => briefs.stop(),
  };
}

/** The duty that embeds songs; empty when no model is configured. */
export function openSongEmbedding(
  { config, clock, log, db }: Deps,
  catalog: SongEmbeddingParts["catalog"],
  timer: Timer,
): readonly Duty[] {
  const server = embeddingServerOf(config);
  if (server === null) return [];
  const embed = embeddingClient(server, timer);
  return [songEmbeddingDuty({ db, catalog, embed, model: server.model, clock, timer, log })];
}

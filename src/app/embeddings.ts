import type { Config } from "../config/config.ts";
import { type EmbeddingServer, embeddingClient } from "../embedding/client.ts";
import { BRIEF_WAIT_MS, BriefEmbedder } from "../embedding/embed-brief.ts";
import { songEmbeddingDuty, type SongEmbeddingParts } from "../embedding/embed-songs.ts";
import { type LikenessTo, likenessBy } from "../embedding/song-likeness.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import type { Service } from "../lib/service.ts";
import type { Core } from "./core.ts";

/** The server that makes vectors; null unless both its address and a model are set. */
export function embeddingServerOf({ ai }: Pick<Config, "ai">): EmbeddingServer | null {
  if (ai.baseUrl === null || ai.embedModel === null) return null;
  return { baseUrl: ai.baseUrl, apiKey: ai.apiKey, model: ai.embedModel };
}

/** Likeness for searches; null where no model is configured. `stop` ends requests that are under way. */
export function openLikeness(
  { config, clock, log, db }: Core,
  timer: Timer,
  waitMs = BRIEF_WAIT_MS,
): (Service & { readonly likenessTo: LikenessTo }) | null {
  const server = embeddingServerOf(config);
  if (server === null) return null;
  const briefs = new BriefEmbedder({ embed: embeddingClient(server, timer), clock, timer, log, waitMs });
  return {
    name: "likeness",
    likenessTo: likenessBy(briefs, { reading: db, model: server.model }),
    start: () => undefined,
    stop: async () => briefs.stop(),
  };
}

/** The duty that gives songs their vectors; none where no model is configured. */
export function openSongEmbedding(core: Core, catalog: SongEmbeddingParts["catalog"], timer: Timer): readonly Duty[] {
  const { config, clock, log, db } = core;
  const server = embeddingServerOf(config);
  if (server === null) return [];
  const embed = embeddingClient(server, timer);
  return [songEmbeddingDuty({ db, catalog, embed, model: server.model, clock, timer, log })];
}

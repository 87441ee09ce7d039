import { Type, type Static } from "@sinclair/typebox";
import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { JobType } from "../jobs/job-kind.ts";
import type { Lane } from "../jobs/lane.ts";
import type { Positions } from "../jobs/positions.ts";
import type { Queue } from "../jobs/queue.ts";
import { SECOND_MS } from "../lib/clock.ts";
import type { Asset } from "./asset.ts";
import { expectedWorkMs, type WorkSource } from "./expected-work.ts";
import { FILMS_MAX, filmSlots, machineLoad, type MachineLoad } from "./film-slots.ts";
import type { MediaKind } from "./media-type.ts";

/** A film with less expected work is a clip: about seven seconds of 1080p, or 25 seconds of 360p. */
const CLIP_WORK_MS_MAX = 5 * SECOND_MS;

export const AnalysisPayload = Type.Object({
  asset_id: Type.String(),
  /** Whether the process that decoded the file has crashed once. */
  crashed: Type.Optional(Type.Literal(true)),
});
export type AnalysisPayload = Static<typeof AnalysisPayload>;

/** Lanes of analyses. Pictures never wait for films, and clips never wait for long films. Audio files are clips or films by their work. */
export type AnalysisLane = "picture" | "clip" | "film";

const payload = AnalysisPayload;
export const ANALYSIS_JOBS: Readonly<Record<AnalysisLane, JobType<AnalysisPayload>>> = {
  picture: { name: "analyse picture", lane: "picture", payload },
  clip: { name: "analyse clip", lane: "clip", payload },
  film: { name: "analyse film", lane: "film", payload },
};

/** The most worker slots, and analysis processes, of each lane. */
export const SLOTS_MAX: Readonly<Record<AnalysisLane, number>> = { picture: 2, clip: 1, film: FILMS_MAX };

/**
 * Returns the plans of the lanes. A picture takes less than a second. A film needs more than a core for its frames and audio,
 * so a second one waits for an idle core.
 */
export function analysisLanes(machine: () => MachineLoad = machineLoad): Readonly<Record<AnalysisLane, Lane>> {
  return {
    picture: { slots: SLOTS_MAX.picture, order: "shortest" },
    clip: { slots: SLOTS_MAX.clip, order: "shortest" },
    film: { slots: (running) => filmSlots(running, machine()), order: "shortest" },
  };
}

/** Returns the lane of a file. */
export function laneOf(source: WorkSource): AnalysisLane {
  if (source.mediaKind === "image") return "picture";
  return expectedWorkMs(source) <= CLIP_WORK_MS_MAX ? "clip" : "film";
}

/** The lanes that a file of this kind can be in, before its dimensions are known. */
export const LANES_OF_KIND: Readonly<Record<MediaKind, readonly AnalysisLane[]>> = {
  image: ["picture"],
  video: ["clip", "film"],
  audio: ["clip", "film"],
};

/** Adds the job that analyses a new asset, with its expected work. */
export function enqueueAnalysis(tx: Writing, queue: Queue, asset: Asset): Work<number> {
  return queue.enqueue(tx, {
    kind: ANALYSIS_JOBS[laneOf(asset)],
    payload: { asset_id: asset.id },
    client: asset.keyId,
    workMs: expectedWorkMs(asset),
    uniqueKey: analysisKey(asset.id),
  });
}

/** Returns the positions of pending assets in their lanes, from 1, by id. Without those that do not wait or whose position is unknown. */
export async function positionsOf(
  assets: readonly Asset[],
  positions: Positions,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const asset of assets) {
    if (asset.status !== "pending" || !hasKnownWork(asset)) continue;
    const position = await positions.of(laneOf(asset), analysisKey(asset.id));
    if (position !== null) found.set(asset.id, position);
  }
  return found;
}

/** Returns whether the lane of an asset is known. Pictures and films of earlier versions can lack their dimensions. */
export function hasKnownWork({ mediaKind, width, height }: WorkSource): boolean {
  return mediaKind === "audio" || (width !== null && height !== null);
}

/** Returns the unique key of the job that analyses an asset. */
export function analysisKey(assetId: string): string {
  return `analysis ${assetId}`;
}

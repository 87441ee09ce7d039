import type { Config } from "../config/config.ts";
import type { Clock } from "../lib/clock.ts";
import type { Timer } from "../lib/timer.ts";
import { type DescribeFrames, visionModel } from "./vision-model.ts";

/** Returns the configured vision model; null without one. */
export function openVision({ ai }: Pick<Config, "ai">, timer: Timer, clock: Clock): DescribeFrames | null {
  const { baseUrl, apiKey, visionModel: model } = ai;
  return baseUrl === null || model === null ? null : visionModel({ baseUrl, apiKey, model, timer, clock });
}

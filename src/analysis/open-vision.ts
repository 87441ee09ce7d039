import type { Config } from "../config/config.ts";
import type { Timer } from "../lib/timer.ts";
import { type Describe, visionModel } from "./vision-model.ts";

/** The configured vision model, or null. */
export function openVision({ ai }: Pick<Config, "ai">, timer: Timer): Describe | null {
  const { baseUrl, apiKey, visionModel: model } = ai;
  return baseUrl === null || model === null ? null : visionModel({ baseUrl, apiKey, model, timer });
}

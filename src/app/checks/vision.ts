import { isIP } from "node:net";
import { type VisionResult, visionModel } from "../../analysis/vision-model.ts";
import type { Config } from "../../config/config.ts";
import { type Clock, SECOND_MS } from "../../lib/clock.ts";
import { hostOf } from "../../lib/host-of.ts";
import { systemTimer, type Timer } from "../../lib/timer.ts";
import { withTimeLimit } from "../../lib/with-time-limit.ts";
import { addressPolicy } from "../../webhooks/address-policy.ts";
import { hostResolver } from "../../webhooks/resolve-host.ts";
import { type Check, ok, warn } from "./check.ts";

const NAME = "vision model";
const GUIDE = "docs/analysis.md#a-vision-model has settings to copy.";
/** Long enough for a server that has to load the model first. */
const LIMIT_MS = 60 * SECOND_MS;
const RESOLVE_LIMIT_MS = 5 * SECOND_MS;

/** A JPEG of 64 pixels: a green field under a blue sky. */
const PICTURE =
  "/9j/2wBDABQUFBQVFBcZGRcfIh4iHy4rJycrLkYyNjI2MkZqQk5CQk5Cal5yXVZdcl6phXZ2hanDpJukw+zT0+z/////////2wBDARQUFBQVFBcZGRcfIh4iHy4rJycrLkYyNjI2MkZqQk5CQk5Cal5yXVZdcl6phXZ2hanDpJukw+zT0+z/////////wgARCABAAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAWAQEBAQAAAAAAAAAAAAAAAAAABAH/2gAMAwEAAhADEAAAALAvgAAAAAAAJKDaySKySKySAgAAAf/EABQQAQAAAAAAAAAAAAAAAAAAAGD/2gAIAQEAAT8AAf/EABkRAAMBAQEAAAAAAAAAAAAAABRjoQAgMP/aAAgBAgEBPwDwNXcau41dxq7z/8QAFxEBAQEBAAAAAAAAAAAAAAAAEQAgMP/aAAgBAwEBPwDgREZ//9k=";

/**
 * Checks the vision model with one small picture, or says what it would add if none is configured. It never fails,
 * because pictures and films are analysed without the model too.
 */
export async function checkVision({ ai }: Pick<Config, "ai">, clock: Clock): Promise<readonly Check[]> {
  const { baseUrl, apiKey, visionModel: model } = ai;
  if (model === null) return [ok(NAME, `none; recommended for stills with people, animals and things. ${GUIDE}`)];
  if (baseUrl === null) {
    const advice = "Set NEEDLEDROP_AI_BASE_URL to the server that has the model, or unset NEEDLEDROP_AI_VISION_MODEL.";
    return [warn(NAME, `${model} is not used, because no server is configured`, advice)];
  }
  const timer = systemTimer;
  const describePicture = visionModel({ baseUrl, apiKey, model, timer, clock, limitMs: LIMIT_MS });
  const [answer, away] = await Promise.all([
    describePicture([Buffer.from(PICTURE, "base64")]),
    checkPlace(baseUrl, timer),
  ]);
  return [answerCheck(answer, `${model} at ${baseUrl}`), ...away];
}

function answerCheck(answer: VisionResult, server: string): Check {
  switch (answer.kind) {
    case "described":
      return ok(NAME, `${server} describes pictures: people, animals, things and what happens`);
    case "refused":
      return warn(NAME, `${server} refused a picture of a field`, "Every upload would be blocked. Use another model.");
    case "unavailable": {
      const advice = `Check the address, the model's name and the key. Until then, pictures are analysed without it. ${GUIDE}`;
      return warn(NAME, `${server}: ${answer.note}`, advice);
    }
  }
}

/** Warns about a server on the internet. A name that cannot be resolved is reported by its failed request. */
export async function checkPlace(baseUrl: string, timer: Timer): Promise<readonly Check[]> {
  const host = hostOf(new URL(baseUrl));
  const policy = addressPolicy([]);
  const addresses = isIP(host) === 0 ? await addressesOf(host, timer) : [host];
  const address = addresses.find((one) => policy.allowsAddress(one));
  if (address === undefined) return [];
  const advice = "Frames of every upload go there. Use a server in the studio's own network for unreleased pictures.";
  return [warn(NAME, `${host} is at a public address (${address})`, advice)];
}

/** Returns no addresses for a name that cannot be resolved in time. */
async function addressesOf(host: string, timer: Timer): Promise<readonly string[]> {
  const never = new AbortController().signal;
  const resolve = hostResolver({ timer });
  const found = await withTimeLimit(RESOLVE_LIMIT_MS, timer, never, (signal) => resolve(host, signal)).catch(() => []);
  return found.map(({ address }) => address);
}

import { KEY_LIMITS } from "../../schema/wire/admin-keys.ts";
import { HOUR_MS, SECOND_MS } from "../lib/clock.ts";
import { printable } from "../lib/printable.ts";
import { type Rotated, rotateKey } from "../keys/rotate-key.ts";
import { auditedKeys } from "./audited-keys.ts";
import type { Command, GivenOptions } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { findKey, KEY_POSITIONAL } from "./find-key.ts";
import { keyDocument } from "./present-key.ts";
import { isoTime, printResult, timeText } from "./print.ts";
import { renderTable } from "./table.ts";
import { parseSpan, SPAN_EXAMPLES } from "./time-span.ts";
import { UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

const OVERLAP_MS = 24 * HOUR_MS;
const OVERLAP_MAX_MS = KEY_LIMITS.overlapSecondsMax * SECOND_MS;

export const keysRotate: Command = {
  name: "keys rotate",
  summary: "replace the token and the webhook secret of an API key",
  positionals: [KEY_POSITIONAL],
  options: [
    { name: "token", about: "replace the token only" },
    { name: "secret", about: "replace the webhook secret only" },
    {
      name: "overlap",
      placeholder: "SPAN",
      about: "how long the old ones work, too: a span such as 24h (the default), or 0",
    },
  ],
  notes: `Until the end of the overlap, the old token is accepted, and webhooks have the signatures of both secrets. A further
rotation ends what the previous one replaced. Links that were signed for the key stay valid.
A running server applies the change within 5 seconds.`,
  async run(invocation) {
    const { given, positionals } = invocation;
    const overlapMs = readOverlap(given);
    const isBoth = given.has("token") === given.has("secret");
    const rotation = { token: isBoth || given.has("token"), secret: isBoth || given.has("secret"), overlapMs };
    const [idOrName = ""] = positionals;
    const { found, rotated } = await withData(invocation, { mayCreate: false }, async (core) => {
      const key = await findKey(core, idOrName);
      return { found: key, rotated: await rotateKey(auditedKeys(core, invocation), key.id, rotation) };
    });
    if (rotated.outcome !== "rotated") {
      throw new Error(
        `The key ${JSON.stringify(printable(found.name))} was revoked or has expired. Extend its expiry (\`keys update --expires\`) or create another key.`,
      );
    }
    const { key, token, webhookSecret } = rotated;
    const document = {
      ...keyDocument(key),
      ...(token === null ? {} : { token }),
      ...(webhookSecret === null ? {} : { webhook_secret: webhookSecret }),
      overlap_until: isoTime(rotated.until),
    };
    await printResult(invocation, document, textOf(rotated, overlapMs));
    if (token !== null && !given.has("json")) {
      await invocation.io.err.write("Store the token now; it is not kept and cannot be shown again.\n");
    }
    return DONE;
  },
};

function readOverlap(given: GivenOptions): number {
  const text = given.text("overlap");
  if (text === undefined) return OVERLAP_MS;
  const overlapMs = text === "0" ? 0 : parseSpan(text);
  if (overlapMs !== null && overlapMs <= OVERLAP_MAX_MS) return overlapMs;
  throw new UsageError(
    `--overlap: expected 0 or a span of up to 365 days (${SPAN_EXAMPLES}), got ${JSON.stringify(text)}.`,
  );
}

function textOf(rotated: Extract<Rotated, { outcome: "rotated" }>, overlapMs: number): string {
  const { key, token, webhookSecret, until } = rotated;
  return renderTable([
    ["ID", key.id],
    ["Name", key.name],
    ...(token === null ? [] : [["Token", token]]),
    ...(webhookSecret === null ? [] : [["Webhook secret", webhookSecret]]),
    ["Overlap", overlapMs === 0 ? "none; the old ones no longer work" : `until ${timeText(until)} (UTC)`],
  ]);
}

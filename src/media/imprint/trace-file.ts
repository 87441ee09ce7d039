import type { WatermarkTrace, WatermarkSearch } from "../../../schema/wire/watermark.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { type KnownRecipient, knownRecipients, recipientNumbers } from "../../keys/recipient-store.ts";
import type { AudioTools } from "../make/run-audio.ts";
import { FALSE_ACCUSATION_MAX, type FoundImprint } from "./find-imprints.ts";
import { readImprintsApart } from "./imprint-apart.ts";

const SCORE_DIGITS = 2;
const RATE_DIGITS = 2;
const SECONDS_DIGITS = 2;

export interface TraceParts {
  readonly db: ServiceDb;
  readonly secret: string;
  readonly tools: AudioTools;
  /** Milliseconds. */
  readonly now: number;
}

/** Finds the recipients whose imprints a file has. Throws as `readImprintsApart` does. */
export async function traceFile(path: string, { db, secret, tools, now }: TraceParts): Promise<WatermarkSearch> {
  const recipients = await db.read(recipientNumbers(db));
  const search = await readImprintsApart(path, { secret, recipients }, tools);
  const numbers = search.found.map(({ recipient }) => recipient);
  const known = await db.read(knownRecipients(db, numbers, now));
  return {
    found: search.found.flatMap((found) => traceOf(found, known.get(found.recipient))),
    threshold: search.threshold === null ? null : rounded(search.threshold, SCORE_DIGITS),
    best_score: search.best === null ? null : rounded(search.best, SCORE_DIGITS),
    false_accusation_rate_max: FALSE_ACCUSATION_MAX,
    recipients: recipients.length,
    correlations: search.correlations,
    seconds: rounded(search.seconds, SECONDS_DIGITS),
  };
}

function traceOf(
  { score, falseAccusationRate, from, to }: FoundImprint,
  recipient: KnownRecipient | undefined,
): readonly WatermarkTrace[] {
  if (recipient === undefined) return [];
  return [
    {
      recipient: recipient.name,
      number: recipient.number,
      kind: recipient.shareId === null ? "key" : "share",
      key_id: recipient.keyId,
      key_name: recipient.keyName,
      share_id: recipient.shareId,
      shortlist: recipient.shortlistName,
      created_at: new Date(recipient.createdAt).toISOString(),
      state: recipient.state,
      score: rounded(score, SCORE_DIGITS),
      false_accusation_rate: Number(falseAccusationRate.toPrecision(RATE_DIGITS)),
      from: rounded(from, SECONDS_DIGITS),
      to: rounded(to, SECONDS_DIGITS),
    },
  ];
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

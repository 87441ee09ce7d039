import { type QuotaState, quotaDocument, quotasOf } from "../account/quotas.ts";
import { WINDOW_SECONDS } from "../keys/search-limit.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { findKey, KEY_POSITIONAL } from "./find-key.ts";
import { printResult, timeText } from "./print.ts";
import { renderTable } from "./table.ts";
import { withData } from "./with-data.ts";

export const keysQuota: Command = {
  name: "keys quota",
  summary: "show the rate of an API key and what is left of its quotas",
  positionals: [KEY_POSITIONAL],
  options: [],
  notes: `\`needledrop keys update KEY\` changes the limits: --rate, --image-quota, --video-quota, --audio-quota. What is left of the rate is known
to the running server only; \`GET /v1/me\` tells it.`,
  async run(invocation) {
    const [idOrName = ""] = invocation.positionals;
    const { key, quotas } = await withData(invocation, { mayCreate: false }, async (core) => {
      const found = await findKey(core, idOrName);
      return { key: found, quotas: await core.db.read(quotasOf(core.db, found, core.clock.now())) };
    });
    const { images, video, audio } = quotas;
    const document = {
      id: key.id,
      name: key.name,
      rate: { limit: key.rate, window_seconds: WINDOW_SECONDS },
      quotas: { images: quotaDocument(images), video: quotaDocument(video), audio: quotaDocument(audio) },
    };
    const text = renderTable([
      ["ID", key.id],
      ["Name", key.name],
      ["Rate", `${key.rate} searches per second`],
      ["Pictures", quotaText(images)],
      ["Films", quotaText(video)],
      ["Audio files", quotaText(audio)],
    ]);
    await printResult(invocation, document, text);
    return DONE;
  },
};

function quotaText({ limit, used, remaining, freeAt }: QuotaState): string {
  const text = `${used} of ${limit} used in the last 24 hours, ${remaining} left`;
  return freeAt === null ? text : `${text}; the next one from ${timeText(freeAt)} (UTC)`;
}

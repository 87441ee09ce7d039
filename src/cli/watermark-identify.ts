import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { WatermarkTrace, WatermarkSearch } from "../../schema/wire/watermark.ts";
import { identifyOffline } from "../app/identify-offline.ts";
import { printable } from "../lib/printable.ts";
import { commandActor } from "./command-actor.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { renderTable } from "./table.ts";
import { UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

export const watermarkIdentify: Command = {
  name: "watermark identify",
  summary: "find whose watermarked file a recording was copied from",
  positionals: [{ name: "FILE", about: "an audio file, or an MP4 or MOV film, of ten seconds or more" }],
  options: [],
  notes: `It searches the imprints of all recipients of shared links and of keys with --recipient, also of those that
were revoked or have expired. The first hour of a longer file is searched. A server can be running.
With --json it prints the attributes of what \`POST /v1/admin/watermark/identify\` answers.
The exit status is 0 whether or not an imprint is found; with --json, read \`found\`.`,
  async run(invocation) {
    const path = resolve(invocation.positionals[0] ?? "");
    if (path.includes("\0") || !existsSync(path)) throw new UsageError(`There is no file ${path}.`);
    const search = await withData(invocation, { mayCreate: false }, async (core) => {
      const found = await identifyOffline(core, path);
      const objects = { recipients: found.found.map(({ number }) => String(number)) };
      await core.audit.record({ actor: commandActor(invocation.io), action: "watermark.identified", objects });
      return found;
    });
    await printResult(invocation, search, textOf(search, invocation.io.out.columns));
    return DONE;
  },
};

function textOf(search: WatermarkSearch, columns: number): string {
  const { found, threshold, best_score: best, recipients, seconds } = search;
  const searched = `${seconds} s, ${recipients === 1 ? "1 recipient" : `${recipients} recipients`}`;
  if (recipients === 0) return "No recipient has an imprint yet: share a list, or set --recipient of a key.\n";
  if (threshold === null || best === null) return "No imprint found: the file is silent.\n";
  const limit = `threshold ${threshold}, for at most ${search.false_accusation_rate_max} false accusations per file`;
  if (found.length === 0) return `No imprint found (${searched}). Highest score ${best}; ${limit}.\n`;
  const traces = found.map((trace) => renderTable(rowsOf(trace), { columns }));
  return `${traces.join("\n")}\nSearched: ${searched}; ${limit}.\n`;
}

function rowsOf(trace: WatermarkTrace): readonly (readonly string[])[] {
  const { shortlist } = trace;
  const from = `${trace.created_at.slice(0, 10)}, ${trace.state}`;
  const key = `${printable(trace.key_name ?? "")} (${trace.key_id})`;
  return [
    ["Recipient", `${printable(trace.recipient)} (imprint ${trace.number})`],
    shortlist === null ? ["Key", key] : ["Shared list", `${printable(shortlist)}, link ${trace.share_id}`],
    ...(shortlist === null ? [] : [["Shared by", key]]),
    ["Made", from],
    ["Score", `${trace.score}, false with a chance of at most ${trace.false_accusation_rate}`],
    ["Found at", `${trace.from} to ${trace.to} s`],
  ];
}

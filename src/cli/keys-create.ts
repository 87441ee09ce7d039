import { hasDatabase } from "../app/recognise-data.ts";
import { createKey } from "../keys/manage-keys.ts";
import { systemClock } from "../lib/clock.ts";
import { auditedKeys } from "./audited-keys.ts";
import type { Command, Invocation } from "./command.ts";
import { DONE, FAILED } from "./exit-status.ts";
import { KEY_OPTIONS, readKeyOptions } from "./key-options.ts";
import { keyDocument, keyText } from "./present-key.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configFor, withData } from "./with-data.ts";

export const keysCreate: Command = {
  name: "keys create",
  summary: "create an API key and show its token once",
  positionals: [],
  options: KEY_OPTIONS,
  notes:
    "--name is required. The default mode is test. Store the token when it is shown: only its hash is kept. On a terminal the command asks before it begins a new data folder.",
  async run(invocation) {
    const { name, ...options } = readKeyOptions(invocation.given, systemClock.now());
    if (name === undefined) throw new UsageError("keys create: expected --name NAME, got nothing.");
    if (!(await mayBegin(invocation))) return FAILED;
    const created = await withData(invocation, { mayCreate: true }, (core) =>
      createKey(auditedKeys(core, invocation), { name, ...options }),
    );
    const { key, token, webhookSecret } = created;
    const text = keyText(key, [
      ["Token", token],
      ["Webhook secret", webhookSecret],
    ]);
    await printResult(invocation, { ...keyDocument(key), token, webhook_secret: webhookSecret }, text);
    if (!invocation.given.has("json")) {
      await invocation.io.err.write("Store the token now; it is not kept and cannot be shown again.\n");
    }
    return DONE;
  },
};

/** On a terminal, asks before a command begins a new data folder: the path may be mistyped. */
async function mayBegin(invocation: Invocation): Promise<boolean> {
  const { dataDir, database } = configFor(invocation);
  if (database !== null || hasDatabase(dataDir)) return true;
  const { io } = invocation;
  const answer = await io.ask(`There is no data in ${dataDir} yet. Begin a new installation there? [y/N] `);
  if (answer === null || /^y(es)?$/i.test(answer.trim())) return true;
  await io.err.write("No key was made. Name the data folder with --data, or with --config.\n");
  return false;
}

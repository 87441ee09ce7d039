import { updateKey } from "../keys/manage-keys.ts";
import { systemClock } from "../lib/clock.ts";
import { auditedKeys } from "./audited-keys.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { findKey, KEY_POSITIONAL } from "./find-key.ts";
import { KEY_OPTIONS, readKeyOptions } from "./key-options.ts";
import { keyDocument, keyText } from "./present-key.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

export const keysUpdate: Command = {
  name: "keys update",
  summary: "change an API key, but not its token and webhook secret",
  positionals: [KEY_POSITIONAL],
  options: [...KEY_OPTIONS, { name: "no-playlists", about: "remove all private playlists" }],
  notes: `At least one option is required; what is not given stays unchanged. --playlist replaces all playlists of the key.
A running server applies the change within 5 seconds.`,
  async run(invocation) {
    const { given } = invocation;
    const [idOrName = ""] = invocation.positionals;
    const options = readKeyOptions(given, systemClock.now());
    if (given.has("no-playlists") && given.has("playlist")) {
      throw new UsageError("--playlist and --no-playlists contradict each other; use one of them.");
    }
    const change = given.has("no-playlists") ? { ...options, playlistIds: [] } : options;
    if (Object.values(change).every((value) => value === undefined)) {
      throw new UsageError("keys update: expected at least one option to change, got none.");
    }
    const key = await withData(invocation, { mayCreate: false }, async (core) => {
      const found = await findKey(core, idOrName);
      return (await updateKey(auditedKeys(core, invocation), found.id, change)) ?? found;
    });
    await printResult(invocation, keyDocument(key), keyText(key));
    return DONE;
  },
};

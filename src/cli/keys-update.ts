import { updateKey } from "../keys/manage-keys.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { keyMissing } from "./key-missing.ts";
import { KEY_OPTIONS, readKeyOptions } from "./key-options.ts";
import { keyDocument, keyText } from "./present-key.ts";
import { printDocument } from "./print.ts";
import { UsageRefused } from "./usage-refused.ts";
import { withData } from "./with-data.ts";

export const keysUpdate: Command = {
  name: "keys update",
  summary: "change an API key; its token and webhook secret stay",
  positionals: [{ name: "ID", about: "the key's id, as `keys list` shows it" }],
  options: [...KEY_OPTIONS, { name: "no-playlists", about: "take all private playlists away" }],
  notes: "--playlist replaces the playlists the key had. A running server follows within 5 seconds.",
  async run(invocation) {
    const { given } = invocation;
    const [id = ""] = invocation.positionals;
    const options = readKeyOptions(given);
    if (given.has("no-playlists") && given.has("playlist")) {
      throw new UsageRefused("--playlist and --no-playlists contradict each other; give one of them.");
    }
    const change = given.has("no-playlists") ? { ...options, playlistIds: [] } : options;
    if (Object.values(change).every((value) => value === undefined)) {
      throw new UsageRefused("keys update: expected an option that says what to change, got none.");
    }
    const key = await withData(invocation, { mayCreate: false }, (core) => updateKey(core, id, change));
    if (key === null) throw keyMissing(id);
    if (given.has("json")) await printDocument(invocation, keyDocument(key));
    else await invocation.io.out.write(keyText(key));
    return DONE;
  },
};

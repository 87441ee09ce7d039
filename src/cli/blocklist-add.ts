import { mkdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { hashFileOffline } from "../app/analyse-offline.ts";
import { addToBlocklist } from "../assets/blocklist-file.ts";
import { normaliseHash, ownBlocklist } from "../assets/blocklist-text.ts";
import { recordBlocklist } from "./record-blocklist.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configFor } from "./with-data.ts";

export const blocklistAdd: Command = {
  name: "blocklist add",
  summary: "block a picture or film, or a perceptual hash",
  positionals: [{ name: "FILE|HASH", about: "a picture, a film, or 16 or 64 hexadecimal digits" }],
  options: [{ name: "note", placeholder: "TEXT", about: "a note shown in the list (default: the file's name)" }],
  notes: `16 digits are a 64-bit hash (DCT, difference or average), 64 digits are a PDQ hash. Uploads similar to a blocked
hash are blocked. For a picture its PDQ hash is stored, for a film the PDQ hashes of some of its frames. A running
server applies the change immediately.`,
  async run(invocation) {
    const { positionals, given } = invocation;
    const [what = ""] = positionals;
    const { dataDir } = configFor(invocation);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const hash = normaliseHash(what);
    const hashes = hash === null ? await hashFileOffline(dataDir, resolve(what)) : [hash];
    if (hashes === null) {
      throw new UsageError(
        `blocklist add: expected a file, or 16 or 64 hexadecimal digits, got ${JSON.stringify(what)}.`,
      );
    }
    const note = given.text("note") ?? (hash === null ? basename(what) : "");
    const added = await recordBlocklist(invocation, {
      action: "blocklist.added",
      apply: () => addToBlocklist(ownBlocklist(dataDir), hashes, note),
    });
    const lines = hashes.map((one) => `${one}${added.includes(one) ? "" : " (already listed)"}\n`);
    await printResult(invocation, { hashes, added }, lines.join(""));
    return DONE;
  },
};

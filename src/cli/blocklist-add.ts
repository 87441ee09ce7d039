import { mkdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { hashFileOffline } from "../app/analyse-offline.ts";
import { addToBlocklist } from "../assets/blocklist-file.ts";
import { normalHash, ownBlocklist } from "../assets/blocklist-text.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printDocument } from "./print.ts";
import { UsageRefused } from "./usage-refused.ts";
import { configFor } from "./with-data.ts";

export const blocklistAdd: Command = {
  name: "blocklist add",
  summary: "block a picture or film, or a perceptual hash",
  positionals: [{ name: "FILE|HASH", about: "a picture, a film, or 16 or 64 hexadecimal digits" }],
  options: [
    { name: "note", placeholder: "TEXT", about: "what it is, for whoever reads the list (default: the file's name)" },
  ],
  notes: `16 digits are a 64-bit hash (DCT, difference or average), 64 are PDQ. Uploads near one of them end as blocked.
A file is blocked by its PDQ hash, a film by those of some of its frames. A running server follows at once.`,
  async run(invocation) {
    const { positionals, given, io } = invocation;
    const [what = ""] = positionals;
    const { dataDir } = configFor(invocation);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const typed = normalHash(what);
    const hashes = typed === null ? await hashFileOffline(dataDir, resolve(what)) : [typed];
    if (hashes === null) {
      throw new UsageRefused(
        `blocklist add: expected a file, or 16 or 64 hexadecimal digits, got ${JSON.stringify(what)}.`,
      );
    }
    const note = given.text("note") ?? (typed === null ? basename(what) : "");
    const added = await addToBlocklist(ownBlocklist(dataDir), hashes, note);
    if (given.has("json")) await printDocument(invocation, { hashes, added });
    else await io.out.write(hashes.map((hash) => `${hash}${added.includes(hash) ? "" : " (was there)"}\n`).join(""));
    return DONE;
  },
};

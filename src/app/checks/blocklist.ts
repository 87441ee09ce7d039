import { readFileSync } from "node:fs";
import { blocklistPaths, readBlocklistText } from "../../assets/blocklist-text.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Check, ok, warn } from "./check.ts";
import { hasErrorCode } from "../../lib/error-code.ts";

const NAME = "blocklist";
/** A file of another kind would otherwise fill the screen. */
const SHOWN_MAX = 20;

/** The lists of blocked hashes: nothing to say without any, and every line that is no hash. */
export function checkBlocklist(config: Parameters<typeof blocklistPaths>[0]): readonly Check[] {
  return blocklistPaths(config).flatMap((path) => {
    try {
      return checkList(path, readFileSync(path, "utf8"));
    } catch (error) {
      if (hasErrorCode(error, "ENOENT")) return [];
      return [warn(NAME, messageOf(error), "Make it readable to the user that the server runs as.")];
    }
  });
}

function checkList(path: string, text: string): readonly Check[] {
  const { entries, complaints } = readBlocklistText(text);
  const advice = "Correct it; what is no hash blocks nothing. docs/commands.md shows the form.";
  return [
    ok(NAME, `${entries.length} ${entries.length === 1 ? "hash" : "hashes"} in ${path}`),
    ...complaints.slice(0, SHOWN_MAX).map((complaint) => warn(NAME, `${path} ${complaint}`, advice)),
  ];
}

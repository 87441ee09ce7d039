import { readFileSync } from "node:fs";
import { blocklistPaths, readBlocklistText } from "../../assets/blocklist-text.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Check, ok, warn } from "./check.ts";
import { hasErrorCode } from "../../lib/error-code.ts";

const NAME = "blocklist";
/** Limits the output for a file of another kind. */
const SHOWN_MAX = 20;

/** Checks the lists of blocked hashes, and names invalid lines. No check without lists. */
export function checkBlocklist(config: Parameters<typeof blocklistPaths>[0]): readonly Check[] {
  return blocklistPaths(config).flatMap((path) => {
    try {
      return checkList(path, readFileSync(path, "utf8"));
    } catch (error) {
      if (hasErrorCode(error, "ENOENT")) return [];
      return [warn(NAME, messageOf(error), "Let the user that runs the server read it.")];
    }
  });
}

function checkList(path: string, text: string): readonly Check[] {
  const { entries, complaints } = readBlocklistText(text);
  const advice = "Correct it: invalid lines are ignored. docs/commands.md describes the format.";
  return [
    ok(NAME, `${entries.length} ${entries.length === 1 ? "hash" : "hashes"} in ${path}`),
    ...complaints.slice(0, SHOWN_MAX).map((complaint) => warn(NAME, `${path} ${complaint}`, advice)),
  ];
}

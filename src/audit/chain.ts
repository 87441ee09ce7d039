import { AuditEntry } from "../../schema/wire/audit.ts";
import { parseChecked } from "../lib/parse-json.ts";

/** A line of the chain, by its number and digest. */
export interface Link {
  readonly seq: number;
  /** SHA-256 of the line without its line break, in hexadecimal. */
  readonly sha256: string;
}

/** The link before the first line. */
export const ORIGIN: Link = { seq: 0, sha256: "0".repeat(64) };

/** Returns the JSON of an entry without its place in the chain. */
export function unchained({
  at,
  actor,
  action,
  objects,
  outcome,
  request,
}: Omit<AuditEntry, "seq" | "previous">): string {
  return JSON.stringify({ at, actor, action, objects, outcome, request });
}

/** Returns the next line of the chain after `last`, and its link. `entry` is the JSON of `unchained`. */
export function nextLine(last: Link, entry: string): { readonly line: string; readonly link: Link } {
  const seq = last.seq + 1;
  const line = `{"seq":${seq},${entry.slice(1, -1)},"previous":"${last.sha256}"}`;
  return { line, link: { seq, sha256: digestOf(line) } };
}

/** Returns why `line` cannot follow `last`, or its link. */
export function follow(last: Link, line: string): { readonly fault: string } | { readonly link: Link } {
  const entry = parseChecked(AuditEntry, line);
  if (entry === null) return { fault: "it is not an entry of an audit trail" };
  const { seq, previous } = entry;
  if (seq !== last.seq + 1) {
    return { fault: `its number is ${seq} instead of ${last.seq + 1}: lines are missing, added or in another order` };
  }
  if (previous !== last.sha256) {
    return { fault: `its digest of entry ${last.seq} does not match: that entry or this one was changed` };
  }
  return { link: { seq, sha256: digestOf(line) } };
}

/** The first line of an export: what was before its first entry. */
export function anchorLine(before: Link): string {
  return JSON.stringify({ anchor: { seq: before.seq, sha256: before.sha256 } });
}

/** The last line of an export: its last entry. Without it, entries could be missing at the end. */
export function sealLine(last: Link): string {
  return JSON.stringify({ seal: { seq: last.seq, sha256: last.sha256 } });
}

function digestOf(line: string): string {
  return new Bun.CryptoHasher("sha256").update(line).digest("hex");
}

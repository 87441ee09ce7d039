import { AuditEntry, type AuditActor } from "../../schema/wire/audit.ts";
import { parseChecked } from "../lib/parse-json.ts";

/** Most ids of a list that a table shows. --json and the export have all. */
const IDS_SHOWN_MAX = 3;

/** A row of the table: time, actor, action, objects, outcome. A line that was damaged says so. */
export function auditCells(line: string): readonly string[] {
  const entry = parseChecked(AuditEntry, line);
  if (entry === null) return ["-", "-", "(damaged entry; see `needledrop audit verify`)", "-", "-"];
  const { at, actor, action, objects, outcome } = entry;
  const shown = Object.entries(objects).map(([name, value]) => `${name} ${valueText(value)}`);
  return [at.slice(0, 19).replace("T", " "), actorText(actor), action, shown.join(", ") || "-", outcome];
}

function valueText(value: AuditEntry["objects"][string]): string {
  if (!Array.isArray(value)) return String(value ?? "-");
  const more = value.length - IDS_SHOWN_MAX;
  const ids = value.slice(0, IDS_SHOWN_MAX).join(" ");
  return value.length === 0 ? "-" : more > 0 ? `${ids} and ${more} more` : ids;
}

function actorText(actor: AuditActor): string {
  switch (actor.kind) {
    case "key":
    case "user":
    case "recipient":
      return `${actor.kind} ${actor.name}`;
    case "command":
      return `command of ${actor.sudo_user === undefined ? actor.user : `${actor.sudo_user} (as ${actor.user})`}`;
    case "server":
      return "server";
  }
}

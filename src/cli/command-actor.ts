import type { AuditActor } from "../../schema/wire/audit.ts";
import { userName } from "../lib/user-names.ts";
import type { SafeIo } from "./io.ts";

const NAME_LENGTH_MAX = 100;

/** Returns who runs a command, for the audit trail: the user of the system who started it, and the one who called sudo. */
export function commandActor({ user, environment }: Pick<SafeIo, "user" | "environment">): AuditActor {
  const name = user.id === null ? "unknown" : userName(user.id);
  const sudoUser = environment["SUDO_USER"]?.slice(0, NAME_LENGTH_MAX);
  return { kind: "command", user: name, ...(sudoUser === undefined || sudoUser === "" ? {} : { sudo_user: sudoUser }) };
}

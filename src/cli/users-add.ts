import { USER_ROLES } from "../keys/access.ts";
import { printable } from "../lib/printable.ts";
import { addUser } from "../users/manage-users.ts";
import { complaintOfName } from "../users/user.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { PASSWORD_OPTION, readNewPassword } from "./new-password.ts";
import { userDocument } from "./present-user.ts";
import { printResult } from "./print.ts";
import { readChoice, UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

export const usersAdd: Command = {
  name: "users add",
  summary: "add a person who can sign in to the console",
  positionals: [{ name: "NAME", about: "the name to sign in with" }],
  options: [
    { name: "role", placeholder: "ROLE", about: "supervisor (default), or admin, who can also administer" },
    PASSWORD_OPTION,
  ],
  notes:
    "The password is shown once; only its Argon2id hash is kept. The user acts with a new key named `Console: NAME`, which `keys update` can change. Its token is not shown to anyone.",
  async run(invocation) {
    const { given } = invocation;
    const [name = ""] = invocation.positionals;
    const complaint = complaintOfName(name);
    if (complaint !== null) throw new UsageError(`users add: ${complaint}`);
    const role = readChoice(given, "role", USER_ROLES) ?? "supervisor";
    const { password, generated } = readNewPassword(given);
    const user = await withData(invocation, { mayCreate: true }, (core) => addUser(core, { name, role, password }));
    if (user === null) throw new Error(`There is already a user ${JSON.stringify(name)}.`);
    const text = `Added ${printable(user.name)} as ${role}.\n${generated === null ? "" : `Password: ${generated}\n`}`;
    const secret = generated === null ? {} : { password: generated };
    await printResult(invocation, { ...userDocument(user), ...secret }, text);
    if (generated !== null && !given.has("json")) {
      await invocation.io.err.write("Pass the password on now; it is not kept and cannot be shown again.\n");
    }
    return DONE;
  },
};

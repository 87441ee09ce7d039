import { printable } from "../lib/printable.ts";
import { removeUser } from "../users/manage-users.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { userDocument, userMissing } from "./present-user.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const usersRemove: Command = {
  name: "users remove",
  summary: "remove a person: sessions end at once, and the person's key is revoked",
  positionals: [{ name: "NAME", about: "the user's name, as `users list` shows it" }],
  options: [],
  notes: "This cannot be undone. Searches and assets of the person's key are kept.",
  async run(invocation) {
    const [name = ""] = invocation.positionals;
    const user = await withData(invocation, { mayCreate: false }, (core) => removeUser(core, name));
    if (user === null) throw userMissing(name);
    await printResult(invocation, userDocument(user), `Removed ${printable(user.name)}.\n`);
    return DONE;
  },
};

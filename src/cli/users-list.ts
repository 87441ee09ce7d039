import { listUsers } from "../users/store.ts";
import { userOf } from "../users/user.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { userDocument } from "./present-user.ts";
import { printList, timeText } from "./print.ts";
import { withData } from "./with-data.ts";

export const usersList: Command = {
  name: "users list",
  summary: "list the people who can sign in to the console",
  positionals: [],
  options: [],
  async run(invocation) {
    const rows = await withData(invocation, { mayCreate: false }, (core) => core.db.read(listUsers(core.db)));
    const users = rows.map(userOf);
    await printList(invocation, users.map(userDocument), {
      header: ["NAME", "ROLE", "KEY", "ADDED (UTC)"],
      rows: users.map(({ name, role, keyId, createdAt }) => [name, role, keyId, timeText(createdAt)]),
      whenEmpty: "There are no users yet; `needledrop users add NAME` adds one.",
    });
    return DONE;
  },
};

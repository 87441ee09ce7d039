import { printable } from "../lib/printable.ts";
import { changePassword } from "../users/manage-users.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { PASSWORD_OPTION, readNewPassword } from "./new-password.ts";
import { userDocument, userMissing } from "./present-user.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const usersPassword: Command = {
  name: "users password",
  summary: "give a person a new password; all sessions of the person end",
  positionals: [{ name: "NAME", about: "the user's name, as `users list` shows it" }],
  options: [PASSWORD_OPTION],
  async run(invocation) {
    const { given } = invocation;
    const [name = ""] = invocation.positionals;
    const { password, generated } = readNewPassword(given);
    const user = await withData(invocation, { mayCreate: false }, (core) => changePassword(core, name, password));
    if (user === null) throw userMissing(name);
    const shown = generated === null ? "" : `Password: ${generated}\n`;
    const secret = generated === null ? {} : { password: generated };
    const text = `${printable(user.name)} has a new password.\n${shown}`;
    await printResult(invocation, { ...userDocument(user), ...secret }, text);
    return DONE;
  },
};

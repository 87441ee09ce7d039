import { readFileSync } from "node:fs";
import { messageOf } from "../lib/assert.ts";
import { newPassword } from "../users/password.ts";
import { complaintOfPassword } from "../users/user.ts";
import type { CommandOption, GivenOptions } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export const PASSWORD_OPTION: CommandOption = {
  name: "password-file",
  placeholder: "FILE",
  about: "a file with the password in its first line; without it, a password is generated and shown once",
};

/** A new password; `generated` is null if the caller knows it. */
export interface NewPassword {
  readonly password: string;
  readonly generated: string | null;
}

/** Reads the password of PASSWORD_OPTION, or generates one. Throws UsageError for an unusable one. */
export function readNewPassword(given: GivenOptions): NewPassword {
  const path = given.text("password-file");
  if (path === undefined) {
    const generated = newPassword();
    return { password: generated, generated };
  }
  const [password = ""] = readText(path).split(/\r?\n/, 1);
  const complaint = complaintOfPassword(password);
  if (complaint !== null) throw new UsageError(`--password-file: ${complaint}`);
  return { password, generated: null };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`--password-file: could not read ${JSON.stringify(path)}: ${messageOf(error)}`);
  }
}

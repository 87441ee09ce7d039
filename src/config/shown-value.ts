import { SETTINGS, type SettingName } from "./settings.ts";

const MASK = "********";
/** What stands before the `@` of a URL, with or without a scheme; a mistaken URL has no grammar, so up to the last one. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?.*@/i;

/** A setting's value as people may see it: a secret, and the user and password in a URL, are masked. */
export function shownValue(name: SettingName, value: string): string {
  const setting = SETTINGS.find((one) => one.name === name);
  if (setting === undefined || value === "") return value;
  if ("secret" in setting) return MASK;
  return setting.placeholder === "URL" ? value.replace(USER_INFO, `$1${MASK}@`) : value;
}

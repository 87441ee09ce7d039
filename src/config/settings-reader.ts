import type { SettingName } from "./settings.ts";

/** Reads the settings of one start, and collects the mistakes in them. */
export interface SettingsReader {
  readonly mistakes: string[];
  /** Returns the name that the operator used: the option, the key in the settings file, or else the variable. */
  label(name: SettingName): string;
  text(name: SettingName): string;
  parsed<Value>(name: SettingName, parse: (text: string) => Value): Value;
  optional<Value>(name: SettingName, parse: (text: string) => Value): Value | null;
}

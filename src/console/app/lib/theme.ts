import { readStored, writeStored } from "./stored.ts";

/** `system` follows the operating system. */
export const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

const STORED_AS = "needledrop-theme";

export function storedTheme(): Theme {
  return readStored(STORED_AS, THEMES) ?? "system";
}

/** Applies the stored theme to the page. The style sheet reads the attribute. */
export function startTheme(): void {
  apply(storedTheme());
}

export function chooseTheme(theme: Theme): void {
  writeStored(STORED_AS, theme === "system" ? null : theme);
  apply(theme);
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
}

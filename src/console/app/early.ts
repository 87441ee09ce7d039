import { startLanguage } from "./lib/language.ts";
import { startTheme } from "./lib/theme.ts";

// Loaded before the style sheet, so that the first paint has the right colours.
startTheme();
startLanguage();

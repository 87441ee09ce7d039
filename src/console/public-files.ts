import homeStyle from "./public/home.css" with { type: "file" };
import referenceStyle from "./public/reference.css" with { type: "file" };
import referenceStart from "./public/start-reference.js" with { type: "file" };

/** URL prefix of the files in `public/`. */
export const PUBLIC_PREFIX = "/console";

/** Absolute paths of the files that our pages load. Each is imported, because the executable contains imported files only. */
export const PUBLIC_FILES: readonly [string, ...string[]] = [homeStyle, referenceStyle, referenceStart];

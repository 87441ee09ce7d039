import homeStyle from "./public/home.css" with { type: "file" };
import referenceStyle from "./public/reference.css" with { type: "file" };
import referenceStart from "./public/start-reference.js" with { type: "file" };

/** Below this address the files have the names that they have in `public/`. */
export const PUBLIC_PREFIX = "/console";

/** What our pages load, as absolute paths. A file that nobody imports is not in the executable, so each is named. */
export const PUBLIC_FILES: readonly [string, ...string[]] = [homeStyle, referenceStyle, referenceStart];

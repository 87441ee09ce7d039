import type { ConsoleFiles } from "./console-file.ts";

/** URL prefix of the console's files. */
export const FILES_PREFIX = "/console/files";

/**
 * Returns the HTML of every page of the console. The script fills it. It contains no inline script and no inline style. The
 * browser asks at once for everything that the first view waits for, also for the session and the chunks of the page. These are last:
 * browsers have six connections, and a page without its script shows nothing. The server answers in the order in which it is asked,
 * so `data`, which it has to look up, comes after the scripts.
 *
 * @param module the module of a page that is loaded later
 * @param data paths of the API that the page asks for first
 */
export function pageShell(
  { early, script, style, shared, pages }: Omit<ConsoleFiles, "files">,
  { module = null, data = [] }: { readonly module?: string | null; readonly data?: readonly string[] } = {},
): string {
  const later = module === null ? [] : (pages[module] ?? []);
  const preloads = (names: readonly string[]): string =>
    names.map((name) => `<link rel="modulepreload" href="${FILES_PREFIX}/${name}">\n`).join("");
  const fetches = (paths: readonly string[]): string =>
    paths.map((path) => `<link rel="preload" href="${path}" as="fetch" crossorigin>\n`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Needledrop</title>
<link rel="icon" href="data:,">
<script src="${FILES_PREFIX}/${early}"></script>
<link rel="stylesheet" href="${FILES_PREFIX}/${style}">
${preloads(shared)}${fetches(["/v1/session"])}<script type="module" src="${FILES_PREFIX}/${script}"></script>
${preloads(later)}${fetches(data)}</head>
<body>
<div id="console"><noscript><p>The console needs JavaScript. Without it, use the <a href="/openapi.json">API</a>.</p></noscript></div>
</body>
</html>
`;
}

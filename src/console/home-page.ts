import { escapeHtml } from "./escape-html.ts";

export interface HomeFacts {
  readonly version: string;
  readonly baseUrl: string;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
  /** Null before the first import. */
  readonly catalog: { readonly songs: number; readonly version: string } | null;
}

/** The page at `/`: what this is, how it does, and the way to a first search. No script, nothing from outside. */
export function homePage(facts: HomeFacts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Needledrop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/home.css">
</head>
<body>
<header>
<div>
<h1>Needledrop</h1>
<p class="lead">Describe a scene. Get songs from your own catalog, ranked, each with the reason it fits.</p>
<p class="actions"><a class="primary" href="/reference">API reference</a> <a href="/openapi.json">openapi.json</a></p>
</div>
${RECORD}
</header>
<main>
${statusSection(facts)}
${firstSearchSection(facts)}
${watchingSection()}
</main>
<footer><p>Needledrop ${escapeHtml(facts.version)} runs on its own: this page, like the whole service, loads nothing from outside.</p></footer>
</body>
</html>
`;
}

/** A record with the needle on it. Decoration only. */
const RECORD = `<svg class="record" viewBox="0 0 240 240" aria-hidden="true" focusable="false">
<circle class="disc" cx="116" cy="124" r="104"/>
<g class="groove"><circle cx="116" cy="124" r="96"/><circle cx="116" cy="124" r="87"/><circle cx="116" cy="124" r="80"/><circle cx="116" cy="124" r="70"/><circle cx="116" cy="124" r="63"/><circle cx="116" cy="124" r="54"/><circle cx="116" cy="124" r="47"/></g>
<path class="shine" d="M116 124 L62 36 A104 104 0 0 1 98 22 Z M116 124 L170 212 A104 104 0 0 1 134 226 Z"/>
<circle class="label" cx="116" cy="124" r="37"/><circle class="hole" cx="116" cy="124" r="4"/>
<g class="arm"><path d="M214 26 L214 96 L172 154"/><circle cx="214" cy="26" r="11"/><path class="head" d="M178 146 L166 162"/></g>
</svg>`;

function statusSection({ version, checks, catalog }: HomeFacts): string {
  const failing = checks.filter((check) => !check.ok);
  const state = failing.length === 0 ? "Ready" : "Not ready";
  const songs = catalog === null ? "None yet" : catalog.songs.toLocaleString("en-US");
  return `<section aria-labelledby="now">
<h2 id="now">Right now</h2>
<dl class="status">
<div><dt>Service</dt><dd class="${failing.length === 0 ? "well" : "ill"}">${state}</dd></div>
<div><dt>Songs in the catalog</dt><dd>${songs}</dd></div>
<div><dt>Catalog version</dt><dd>${catalog === null ? "–" : `<code>${escapeHtml(catalog.version)}</code>`}</dd></div>
<div><dt>Program</dt><dd>${escapeHtml(version)}</dd></div>
</dl>
${failing.map((check) => `<p class="trouble"><strong>${escapeHtml(check.name)}</strong>: ${escapeHtml(check.detail)}</p>`).join("\n")}
</section>`;
}

function firstSearchSection({ baseUrl, catalog }: HomeFacts): string {
  const importing =
    catalog === null
      ? step(
          "Bring in a catalog",
          "JSON Lines, CSV or TSV, on the machine that runs this service.",
          "needledrop import catalog.jsonl",
        )
      : "";
  return `<section aria-labelledby="first">
<h2 id="first">A first search</h2>
<ol class="steps">
${importing}
${step("Make a key", "It is shown once. Keys belong in back ends, never in an application that users hold.", "needledrop keys create --name studio --mode live")}
${step(
  "Describe what you look for",
  "The answer is 202 and an id; the songs are sent to your callback_url when they are found. Ask the same again within a day, and they are in the answer.",
  `KEY='the token of your key'

curl ${baseUrl}/v1/supervisor/search \\
  -H "Authorization: Token $KEY" \\
  -H "Content-Type: application/vnd.api+json" \\
  -d '{"data": {"type": "supervisor_searches", "attributes": {
        "query": "slow, warm piano for a goodbye at a station, no vocals",
        "callback_url": "https://studio.example/music"}}}'`,
)}
${step("Read it again", "With fresh links to the audio, each good for seven days.", `curl ${baseUrl}/v1/supervisor/search/ID -H "Authorization: Token $KEY"`)}
</ol>
</section>`;
}

function step(title: string, text: string, code: string): string {
  return `<li>
<h3>${escapeHtml(title)}</h3>
<p>${escapeHtml(text)}</p>
<pre tabindex="0" role="region" aria-label="${escapeHtml(title)}: command"><code>${escapeHtml(code)}</code></pre>
</li>`;
}

function watchingSection(): string {
  return `<section aria-labelledby="watch">
<h2 id="watch">Keeping watch</h2>
<ul class="links">
<li><a href="/healthz">/healthz</a> the process answers</li>
<li><a href="/readyz">/readyz</a> it may be sent work, and if not, why</li>
<li><code>/metrics</code> for Prometheus, with the admin token</li>
<li><code>needledrop doctor</code> checks everything, and says what to do</li>
</ul>
</section>`;
}

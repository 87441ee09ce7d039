export interface HomeFacts {
  readonly version: string;
  readonly baseUrl: string;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
  /** Null before the first import. */
  readonly catalog: { readonly songs: number; readonly version: string } | null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Renders the page at `/`: the service's state and the steps to a first search. It has no script and no external links. */
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
${monitoringSection()}
</main>
<footer><p>Needledrop ${escapeHtml(facts.version)} needs no other service. This page loads nothing from other servers.</p></footer>
</body>
</html>
`;
}

/** A record with a needle, as decoration. */
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
<h2 id="now">Status</h2>
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
          "Import a catalog",
          "Run this command on the machine of this service. A catalog can be JSON Lines, CSV or TSV.",
          "needledrop import catalog.jsonl",
        )
      : "";
  return `<section aria-labelledby="first">
<h2 id="first">A first search</h2>
<ol class="steps">
${importing}
${step("Create a key", "The token is shown once. Use keys in back ends only, never in an application on users' devices.", "needledrop keys create --name studio --mode live")}
${step(
  "Describe the music",
  "The answer is 202 with an id. The service sends the songs to your callback_url. If you repeat the search within 24 hours, the answer contains them.",
  `KEY='the token of your key'

curl ${baseUrl}/v1/supervisor/search \\
  -H "Authorization: Token $KEY" \\
  -H "Content-Type: application/vnd.api+json" \\
  -d '{"data": {"type": "supervisor_searches", "attributes": {
        "query": "slow, warm piano for a goodbye at a station, no vocals",
        "callback_url": "https://studio.example/music"}}}'`,
)}
${step("Get the result again", "The links to the audio are new and valid for seven days.", `curl ${baseUrl}/v1/supervisor/search/ID -H "Authorization: Token $KEY"`)}
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

function monitoringSection(): string {
  return `<section aria-labelledby="watch">
<h2 id="watch">Monitoring</h2>
<ul class="links">
<li><a href="/healthz">/healthz</a> shows whether the process responds</li>
<li><a href="/readyz">/readyz</a> shows whether it is ready for requests, and if not, why</li>
<li><code>/metrics</code> has metrics for Prometheus; it needs the admin token</li>
<li><code>needledrop doctor</code> checks the installation and says how to fix problems</li>
</ul>
</section>`;
}

/** Escapes text for HTML, including attribute values in quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

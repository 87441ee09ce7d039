/** The reference for people: Swagger UI on /openapi.json, everything from this server. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>Needledrop API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/reference/swagger-ui.css">
<link rel="stylesheet" href="/reference/page.css">
</head>
<body>
<nav><a href="/">Needledrop</a><span>API reference</span><a href="/openapi.json">openapi.json</a></nav>
<main id="reference"><noscript><p>The reference is drawn by a script. Without one, read <a href="/openapi.json">openapi.json</a>.</p></noscript></main>
<script src="/reference/swagger-ui-bundle.js"></script>
<script src="/reference/start.js"></script>
</body>
</html>
`;

/** In a file of its own, because the page's policy runs no inline script. */
export const REFERENCE_START = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  displayRequestDuration: true,
});
`;

/** The API reference: Swagger UI for /openapi.json. All its files come from this server. */
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
<main id="reference"><noscript><p>This page needs JavaScript. Without it, read <a href="/openapi.json">openapi.json</a>.</p></noscript></main>
<script src="/reference/swagger-ui-bundle.js"></script>
<script src="/reference/start.js"></script>
</body>
</html>
`;

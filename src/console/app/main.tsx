import { render } from "preact";
import { preloadPage } from "./frame/current-page.tsx";
import { Frame } from "./frame/frame.tsx";
import { keepFocus } from "./lib/keep-focus.ts";
import { startRouter } from "./lib/router.ts";
import { readSession, watchSession } from "./lib/session.ts";
import { keepSearch } from "./search/kept-search.ts";
import { loadTexts } from "./lib/texts.ts";

const root = document.querySelector("#console");
if (root === null) throw new Error("The page shell has no element #console.");
// The session is read before the first render, so that the page does not change under the reader. Without an answer, the
// status page says what is wrong. Without the texts of its language, the page is in English.
await Promise.all([loadTexts().catch(() => undefined), readSession().catch(() => undefined), preloadPage()]);
startRouter();
keepFocus();
keepSearch();
watchSession();
root.replaceChildren();
render(<Frame />, root);

/**
 * `npm run console:pictures`: starts a server with the demonstration catalog, and takes a picture of every page of the
 * console, in Debian's Chromium.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { openNativeParts } from "../src/native/native-parts.ts";
import { command, programOf, startServer } from "./lib/program.ts";
import { withFolder } from "./lib/with-folder.ts";
import { drawScene } from "./pictures/draw-scene.ts";
import { type Scene, type Shot, SHOTS } from "./pictures/shots.ts";

const HELP = `npm run console:pictures -- [FOLDER [PAGE ...]] [options]

FOLDER              where the pictures go (default: .cache/pictures)
PAGE ...            names of pages from scripts/pictures/shots.ts (default: all)
--widths 1440,400   widths of the window, in pixels
--schemes dark,light
--language en       of the page: en, de, fr or es
`;
const HEIGHT = 900;
/** A busy machine needs minutes for what takes a second. */
const WITHIN_MS = 240_000;
const SCHEMES = ["dark", "light"] as const;
/** The language in which the pages are driven; another one is chosen before the picture. */
const DRIVEN_IN = "en";
const NAME = "Zoë";
const PASSWORD = "a password for pictures";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: "string", default: "1440,400" },
    schemes: { type: "string", default: SCHEMES.join() },
    language: { type: "string", default: DRIVEN_IN },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const [folderName = ".cache/pictures", ...chosen] = positionals;
const widths = values.widths.split(",").map(Number);
const schemes = SCHEMES.filter((scheme) => values.schemes.split(",").includes(scheme));
const executable = Bun.which("chromium") ?? Bun.which("google-chrome");
if (executable === null) {
  console.error("Chromium is missing; on Debian, `apt-get install chromium` installs it.");
  process.exit(1);
}
const program = programOf();
const target = resolve(folderName);
await mkdir(target, { recursive: true });
await withFolder(async (folder) => {
  const data = join(folder, "data");
  const password = join(folder, "password");
  await writeFile(password, PASSWORD);
  await command(program, ["import", "--demo", "--data", data]);
  await command(program, ["users", "add", NAME, "--role", "admin", "--password-file", password, "--data", data]);
  await command(program, ["keys", "create", "--name", "Editing", "--mode", "live", "--images", "--data", data]);
  const film = await drawScene(await openNativeParts("").ffmpegPath(), folder);
  const server = await startServer(program, data, { logPath: join(folder, "log") });
  const browser = await chromium.launch({
    executablePath: executable,
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  });
  try {
    for (const shot of SHOTS.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
      for (const width of widths) {
        for (const scheme of schemes) await take(browser, { url: server.url, film }, shot, { width, scheme });
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
});

async function take(
  browser: Browser,
  { url, film }: Scene & { readonly url: string },
  shot: Shot,
  { width, scheme }: { readonly width: number; readonly scheme: (typeof SCHEMES)[number] },
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  context.setDefaultTimeout(WITHIN_MS);
  const page = await context.newPage();
  if (shot.isSignedIn) {
    const attributes = { name: NAME, password: PASSWORD };
    await context.request.post(`${url}/v1/session`, { data: { data: { type: "sessions", attributes } } });
  }
  await page.goto(url);
  await page.locator("#page").waitFor();
  await shot.go(page, { film });
  const languages = page.locator(".preferences select").nth(1);
  if (values.language !== DRIVEN_IN && (await languages.isVisible())) {
    await languages.selectOption(values.language);
    await page.locator(`html[lang=${values.language}]`).waitFor();
  }
  await page.waitForLoadState("networkidle");
  const suffix = values.language === DRIVEN_IN ? "" : `-${values.language}`;
  const path = join(target, `${shot.name}-${width}-${scheme}${suffix}.png`);
  await page.screenshot({ path });
  console.log(path);
  await context.close();
}

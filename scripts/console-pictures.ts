/**
 * `npm run console:pictures`: starts a server with the demonstration catalog, and takes a picture of every page of the
 * console, in Debian's Chromium.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { openNativeParts } from "../src/native/native-parts.ts";
import { command, programOf, startServer } from "./lib/program.ts";
import { withFolder } from "./lib/with-folder.ts";
import { drawScene, makeSound } from "./pictures/draw-scene.ts";
import { type Scene, type Shot, SHOTS } from "./pictures/shots.ts";

const HELP = `npm run console:pictures -- [FOLDER [PAGE ...]] [options]

FOLDER              where the pictures go (default: .cache/pictures)
PAGE ...            names of pages from scripts/pictures/shots.ts (default: all)
--widths 1440,400   widths of the window, in pixels
--schemes dark,light
--language en       of the page: en, de, fr or es; several with commas
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
// The pages are driven in one language, and its pictures come first.
const languages = values.language
  .split(",")
  .toSorted((one, other) => Number(other === DRIVEN_IN) - Number(one === DRIVEN_IN));
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
  const ffmpeg = await openNativeParts("").ffmpegPath();
  const scene = { film: await drawScene(ffmpeg, folder), sound: await makeSound(ffmpeg, folder) };
  const server = await startServer(program, data, { logPath: join(folder, "log") });
  const browser = await chromium.launch({
    executablePath: executable,
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  });
  try {
    for (const shot of SHOTS.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
      for (const width of widths) await takeAll(browser, { url: server.url, ...scene }, shot, width);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
});

/** Takes a picture in each language and scheme. */
async function takeAll(
  browser: Browser,
  { url, ...scene }: Scene & { readonly url: string },
  shot: Shot,
  width: number,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
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
  await shot.go(page, scene);
  for (const language of languages) {
    if (language !== DRIVEN_IN && !(await isShownIn(page, language))) continue;
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForLoadState("networkidle");
      const suffix = language === DRIVEN_IN ? "" : `-${language}`;
      const path = join(target, `${shot.name}-${width}-${scheme}${suffix}.png`);
      await page.screenshot({ path });
      console.log(path);
    }
  }
  await context.close();
}

/** Chooses a language; pages without a choice follow the browser. */
async function isShownIn(page: Page, language: string): Promise<boolean> {
  const choice = page.locator(".preferences select").nth(1);
  if (!(await choice.isVisible())) return false;
  await choice.selectOption(language);
  await page.locator(`html[lang=${language}]`).waitFor();
  return true;
}

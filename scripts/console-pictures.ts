/**
 * `npm run console:pictures [FOLDER]`: starts a server with the demonstration catalog, and takes a picture of every page of
 * the console at two widths, dark and light, in Debian's Chromium. The default folder is `.cache/pictures`.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { openNativeParts } from "../src/native/native-parts.ts";
import { command, programOf, startServer } from "./lib/program.ts";
import { withFolder } from "./lib/with-folder.ts";
import { drawScene } from "./pictures/draw-scene.ts";
import { type Scene, type Shot, SHOTS } from "./pictures/shots.ts";

const WIDTHS = [1440, 400];
const HEIGHT = 900;
/** A busy machine needs minutes for what takes a second. */
const WITHIN_MS = 240_000;
const SCHEMES = ["dark", "light"] as const;
const NAME = "Zoë";
const PASSWORD = "a password for pictures";

const executable = Bun.which("chromium") ?? Bun.which("google-chrome");
if (executable === null) {
  console.error("Chromium is missing; on Debian, `apt-get install chromium` installs it.");
  process.exit(1);
}
const program = programOf();
const target = resolve(process.argv[2] ?? ".cache/pictures");
const chosen = process.argv.slice(3);
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
      for (const width of WIDTHS) {
        for (const scheme of SCHEMES) await take(browser, { url: server.url, film }, shot, { width, scheme });
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
  await page.waitForLoadState("networkidle");
  const path = join(target, `${shot.name}-${width}-${scheme}.png`);
  await page.screenshot({ path });
  console.log(path);
  await context.close();
}

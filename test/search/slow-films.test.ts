import { describe, expect, test } from "bun:test";
import type { FilmAnalysis } from "../../schema/wire/analysis.ts";
import { FilmFolder } from "../analysis/film/make-film.ts";
import { ask, songs } from "../support/demo-search.ts";

const films = new FilmFolder();
const TOP = 5;
/** A slow film can share songs with some others. */
const SHARE_MAX = 0.5;

const base = (colour: string): string => `color=c=${colour}:s=320x180:r=12:d=1`;
const grain = "noise=alls=6:all_seed=1";
const gradient = (colours: readonly string[], from: string): string =>
  `gradients=s=320x180:r=12:d=1:speed=0.00001:n=${colours.length}:${colours.map((one, at) => `c${at}=${one}`).join(":")}:${from}`;
const down = "x0=160:y0=0:x1=160:y1=179";
const across = "x0=0:y0=90:x1=319:y1=90";
const textured = (red: string, green: string, blue: string): string =>
  `nullsrc=s=320x180:r=12:d=1,geq=r='${red}':g='${green}':b='${blue}',${grain}`;
const spots = (size: number): string => `gt(sin(X/${size})*sin(Y/${size - 3})\\,0.93)`;

const GREY = "128+110*sin(X/21)*sin(Y/17)";

/** Slow films with different looks, drawn by ffmpeg: nothing moves. */
const LOOKS: Readonly<Record<string, string>> = {
  sunset: `${gradient(["0x402060", "0xd06030", "0xffb040", "0x201820"], down)},${grain}`,
  meadow: textured("70+30*sin(X/5)*sin(Y/3)", "130+50*sin(X/4+Y/7)", "40+20*sin(Y/5)"),
  "city lights": textured(`14+230*${spots(9)}`, `16+170*${spots(9)}`, `34+80*${spots(11)}`),
  fog: `${gradient(["0xb8bcc0", "0x9ca2a8", "0xc4c6c8"], down)},${grain}`,
  snow: textured(
    "if(gt(Y\\,90+40*sin(X/40))\\,235\\,120)",
    "if(gt(Y\\,90+40*sin(X/40))\\,240\\,160)",
    "if(gt(Y\\,90+40*sin(X/40))\\,248\\,210)",
  ),
  "blue water": textured("20+15*sin(Y/3+X/30)", "90+30*sin(Y/3+X/30)", "170+40*sin(Y/3+X/30)"),
  "red curtain": textured("150+70*sin(X/6)", "18+12*sin(X/6)", "24+12*sin(X/6)"),
  "purple light": `${gradient(["0x5010a0", "0xc020b0", "0x100838"], across)},${grain}`,
  "black and white": textured(GREY, GREY, GREY),
  desert: textured(
    "if(gt(Y\\,80)\\,205+15*sin(X/30+Y/6)\\,150)",
    "if(gt(Y\\,80)\\,160+15*sin(X/30+Y/6)\\,190)",
    "if(gt(Y\\,80)\\,95\\,230)",
  ),
  "white room": `${base("0xf4efe6")},drawbox=x=40:y=70:w=90:h=110:c=0xcaa070:t=fill,drawbox=x=200:y=20:w=80:h=60:c=0xfffdf4:t=fill,${grain}`,
  darkness: `${base("0x0a0a0c")},drawbox=x=150:y=80:w=6:h=30:c=0x403020:t=fill,${grain}`,
};

async function analysed(name: string, source: string): Promise<FilmAnalysis> {
  return films.analyse(await films.draw(`${name.replaceAll(" ", "-")}.mp4`, source));
}

describe("a search with slow films", () => {
  test("gives each look songs of its own: stillness says no more than slow", async () => {
    const names = Object.keys(LOOKS);
    const found = new Map<string, number>();
    for (const [name, source] of Object.entries(LOOKS)) {
      const film = await analysed(name, source);
      expect(film.pace).toBeLessThan(0.3);
      for (const { id } of ask([film], null, TOP).songs) found.set(id, (found.get(id) ?? 0) + 1);
    }
    const shared = [...found].filter(([, count]) => count > SHARE_MAX * names.length);
    expect(shared.map(([id, count]) => `${songs.get(id)?.title}: ${count} of ${names.length}`)).toEqual([]);
    expect(found.size).toBeGreaterThanOrEqual(2 * names.length);
  }, 120_000);
});

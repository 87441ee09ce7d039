import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { runNow } from "../../src/db/work.ts";
import { ShortlistExport } from "../../schema/wire/shortlist.ts";
import { archiveName } from "../../src/shortlists/exports/archive-names.ts";
import { dateText } from "../../src/shortlists/pages/page-parts.ts";
import { languageOf, readerOf } from "../../src/shortlists/pages/page-texts.ts";
import { listLines } from "../../src/audit/store.ts";
import { expectRefusals } from "../http/error-document.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { FULL_MP3, FULL_WAV, SMALL_CATALOG } from "../support/small-catalog.ts";
import { zipEntries } from "../support/zip-entries.ts";
import { begin, entries, send } from "./support.ts";

const FORMULA = "=HYPERLINK(1)";

let app: HttpApp;
let token: string;
let path: string;
beforeEach(async () => {
  const formula = { id: "f", title: FORMULA, artists: [{ id: "e", name: "+Evil\nLine" }], audio_files: [] };
  app = await HttpApp.create({ ...SMALL_CATALOG, dump: [...SMALL_CATALOG.dump, formula] });
  token = app.key({ mode: "live" }).token;
  path = await begin(app, token, ["1042", "song/2 ünder%", "f"], 'Cut <2> "final"');
  const [first] = await entries(app, token, path);
  await send(app, token, {
    method: "PATCH",
    path: `${path}/entries/${first?.id}`,
    type: "shortlist_entries",
    attributes: { note: "-6 dB, <b>loud</b>", rating: 4, offset_seconds: -2.5 },
  });
});
afterEach(() => app.close());

async function exported(name: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await app.ask(`${path}/${name}`, { token, headers });
  expect(response.status).toBe(200);
  return await response.text();
}

describe("200", () => {
  test("CSV has a row for every entry, and no text that a spreadsheet runs", async () => {
    const response = await app.ask(`${path}/export.csv`, { token });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toStartWith('attachment; filename="Cut _2_ _final_.csv"');
    const lines = (await response.text()).split("\r\n");
    expect(lines[1]).toBe(
      `1,Glass Harbour,"Ada Field, Bruno Lake",4,"'-6 dB, <b>loud</b>",Full mix,183.2,121,A minor,QZABC2400001,-2.5,,available,1042,9001,,,,,,,,`,
    );
    expect(lines[3]).toStartWith(`3,'${FORMULA},"'+Evil\nLine"`);
  });

  test("JSON matches its schema, and its links open the files", async () => {
    const document: unknown = JSON.parse(await exported("export.json"));
    expect([...Value.Errors(ShortlistExport, document)]).toEqual([]);
    const { entries: all } = Value.Parse(ShortlistExport, document);
    expect(all.map(({ title, mp3 }) => [title, mp3 === null])).toEqual([
      ["Glass Harbour", false],
      ["Tin Roof", false],
      [FORMULA, true],
    ]);
    const file = await app.ask(all[0]?.mp3 ?? "");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(FULL_MP3);
  });

  test("M3U8 has a line for each file, and a name cannot begin another entry", async () => {
    const lines = (await exported("export.m3u8")).split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "#EXTM3U",
      '#PLAYLIST:Cut <2> "final"',
      "#EXTINF:183,Ada Field, Bruno Lake - Glass Harbour",
    ]);
    expect(lines[3]).toStartWith(`${BASE_URL}/v1/audio_files/9001/full.mp3?key=`);
    expect(lines.at(-2)).toBe(`# Not available: +Evil Line - ${FORMULA}`);
  });

  test("links of a test key open watermarked files only", async () => {
    token = app.key({ mode: "test" }).token;
    path = await begin(app, token, ["1042"]);
    expect(await exported("export.m3u8")).toContain("/watermarked.mp3?");
    expect(await exported("export.m3u8")).not.toContain("/full.");
  });

  test("the sheet is a page without scripts in the reader's language, and escapes what it shows", async () => {
    const response = await app.ask(`${path}/sheet`, { token, headers: { "accept-language": "de-AT,en;q=0.5" } });
    const page = await response.text();
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; img-src data:",
    );
    expect(page).toContain('<html lang="de">');
    expect(page).toContain("<h1>Cut &lt;2&gt; &quot;final&quot;</h1>");
    expect(page).toContain("-6 dB, &lt;b&gt;loud&lt;/b&gt;");
    expect(page).toContain("★★★★☆");
    expect(page).not.toMatch(/<script|style=/);
    const style = await app.ask(/href="(\/shared\/files\/[^"]+)"/.exec(page)?.[1] ?? "");
    expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  });

  test("ZIP has the files unchanged and uncompressed, in the order of the shortlist", async () => {
    const response = await app.ask(`${path}/files.zip`, { token });
    expect(response.headers.get("content-type")).toBe("application/zip");
    const files = await zipEntries(new Uint8Array(await response.arrayBuffer()));
    expect([...files].map(([name, { method }]) => [name, method])).toEqual([
      ["01 Glass Harbour - Ada Field, Bruno Lake.mp3", 0],
      ["02 Tin Roof - Ada Field.mp3", 0],
    ]);
    expect(files.get("01 Glass Harbour - Ada Field, Bruno Lake.mp3")?.bytes).toEqual(FULL_MP3);
  });

  test("ZIP with WAV has the WAV of songs that have one", async () => {
    const response = await app.ask(`${path}/files.zip?format=wav`, { token });
    const files = await zipEntries(new Uint8Array(await response.arrayBuffer()));
    expect([...files.keys()]).toEqual(["01 Glass Harbour - Ada Field, Bruno Lake.wav", "02 Tin Roof - Ada Field.mp3"]);
    expect(files.get("01 Glass Harbour - Ada Field, Bruno Lake.wav")?.bytes).toEqual(FULL_WAV);
  });

  test("every export is in the audit trail", async () => {
    for (const name of ["export.csv", "export.json", "export.m3u8", "sheet", "files.zip"]) await exported(name);
    await app.core.audit.write();
    const lines = runNow(listLines(app.core.db, { from: null, to: null, keyId: null, limit: 100 }));
    const kinds = lines
      .map((line) => JSON.parse(line) as { action: string; objects: { kind?: string } })
      .filter(({ action }) => action === "shortlist.exported")
      .map(({ objects }) => objects.kind);
    expect(kinds).toEqual(["csv", "json", "m3u8", "sheet", "zip"]);
  });
});

describe("refused", () => {
  test("403: the files for a key that is not live", async () => {
    token = app.key({ mode: "trial" }).token;
    path = await begin(app, token, ["1042"]);
    await expectRefusals(await app.ask(`${path}/files.zip`, { token }), "live_keys_only");
  });

  test("404: the exports of another key's shortlist, and files of a shortlist without any", async () => {
    const other = app.key().token;
    for (const name of ["export.csv", "export.json", "export.m3u8", "sheet", "files.zip"]) {
      await expectRefusals(await app.ask(`${path}/${name}`, { token: other }), "not_found");
    }
    const empty = await begin(app, token, ["4"]);
    await expectRefusals(await app.ask(`${empty}/files.zip`, { token }), "not_found");
    await expectRefusals(await app.ask("/shared/files/nothing.css"), "not_found");
  });

  test("400: another format", async () => {
    await expectRefusals(await app.ask(`${path}/files.zip?format=flac`, { token }), "bad_parameter");
  });

  test("429: a third archive at the same time, until one of the others has ended", async () => {
    const first = await app.ask(`${path}/files.zip`, { token });
    const second = await app.ask(`${path}/files.zip`, { token });
    const third = await app.ask(`${path}/files.zip`, { token });
    expect(third.headers.get("retry-after")).toBe("10");
    await expectRefusals(third, "downloads_busy");
    await first.body?.cancel();
    expect((await app.ask(`${path}/files.zip`, { method: "HEAD", token })).status).toBe(200);
    const fourth = await app.ask(`${path}/files.zip`, { token });
    expect(fourth.status).toBe(200);
    await Promise.all([second.arrayBuffer(), fourth.arrayBuffer()]);
    expect((await app.ask(`${path}/files.zip`, { token })).status).toBe(200);
  });
});

describe("the name of a file in an archive", () => {
  test.each([
    [{ position: 3, title: "../../etc/passwd", artists: "" }, 5, "03 .._.._etc_passwd.mp3"],
    [{ position: 7, title: "A:B", artists: "C" }, 120, "007 A_B - C.mp3"],
    [{ position: 1, title: "\u202egnp.", artists: "" }, 1, "01 gnp.mp3"],
    [{ position: 1, title: " ", artists: "" }, 1, "01 Song.mp3"],
  ])("is safe: %p", (entry, count, name) => {
    expect(archiveName(entry, count, ".mp3")).toBe(name);
  });
});

describe("the language of a page", () => {
  test.each([
    [null, "en"],
    ["fr", "fr"],
    ["pt, es-MX;q=0.9, de;q=0.8", "es"],
    ["en;q=0.1, de", "de"],
    ["de;q=0, fr;q=0.1", "fr"],
    ["xx;;;q=,,", "en"],
  ] as const)("of %p is %p", (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

test.each([
  ["en-GB", "28 November 2026"],
  ["en-US,en;q=0.9", "November 28, 2026"],
  ["de, en-GB;q=0.5", "28. November 2026"],
  ["fr-CA;q=0.3, en-IE", "28 November 2026"],
  ["en-tooLong-x", "November 28, 2026"],
  [null, "November 28, 2026"],
] as const)("a date for %p is %p", (header, date) => {
  expect(dateText(readerOf(header), Date.UTC(2026, 10, 28))).toBe(date);
});

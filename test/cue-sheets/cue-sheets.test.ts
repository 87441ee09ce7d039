import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SaxesParser } from "saxes";
import { CueSheetDocument } from "../../schema/wire/cue-sheet.ts";
import type { ListedSong } from "../../src/catalog/listing/listing-store.ts";
import type { Cue, CueSheet } from "../../src/cue-sheets/cue-sheet.ts";
import { readFrameRate } from "../../src/cue-sheets/edit-lists/frame-rate.ts";
import { makingCueSheet, SHEET_FORMATS, sheetFile, sheetJson } from "../../src/cue-sheets/make-cue-sheet.ts";
import type { SongSource } from "../../src/cue-sheets/match-songs.ts";
import { presentCueSheet } from "../../src/cue-sheets/present.ts";
import { PDF_COLUMNS, pdfOfLines } from "../../src/cue-sheets/formats/pdf-text.ts";
import { NO_SONGS } from "../../src/cue-sheets/song-source.ts";
import { Slices } from "../../src/lib/slices.ts";
import { runSteps } from "../../src/lib/steps.ts";
import { documentOf } from "../http/checked.ts";
import { errorsOf, expectRefusals } from "../http/error-document.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { wavBytes } from "../support/small-media.ts";

const DUMP = [
  {
    id: "nd-1",
    title: "Glass Harbour",
    isrc: "QZABC2400001",
    artists: [{ id: "77", name: "Ada Field" }],
    audio_files: [
      { id: "f-main", description: "Full mix", wav: "audio/GH 01 Main.wav" },
      { id: "f-inst", description: "Instrumental" },
    ],
    rights: {
      writers: [
        { name: "Ada Field", role: "CA", ipi: "00123456789", society: "GEMA", share: 60 },
        { name: "Bo Łund", society: "STIM", share: 40 },
      ],
      publishers: [{ name: "Field & Sons <Songs>", share: 100 }],
      iswc: "T-034.524.680-1",
      master_owner: "Field Records",
    },
  },
  { id: "nd-2", title: "Rain", audio_files: [{ id: "f-rain" }] },
  { id: "nd-3", title: "Twice", audio_files: [{ id: "f-t1" }] },
  { id: "nd-4", title: "twice!", audio_files: [{ id: "f-t2" }] },
  { id: "nd-5", title: "=Interview", audio_files: [{ id: "f-int" }] },
  { id: "114", title: "Numbers", audio_files: [{ id: "9001" }] },
  { id: "2", title: "Rain (2)", audio_files: [{ id: "f-rain2" }] },
  { id: "nd-6", title: "Alpha", audio_files: [{ id: "f-a", wav: "a/Shared.wav" }] },
  { id: "nd-7", title: "Beta", audio_files: [{ id: "f-b", wav: "b/Shared.wav" }] },
  { id: "nd-8", title: "Shared", audio_files: [{ id: "f-s" }] },
];

/** Ten cues, a stereo pair, an edit within a cue, and clips that are no songs. */
const EDL = [
  "TITLE: Reel 1",
  "FCM: DROP FRAME",
  ...event(1, "A", 0, 10, "GH 01 Main.wav"),
  ...event(2, "A2", 0, 10, "gh 01 main.WAV"),
  ...event(3, "A", 10, 20, "nd-1.wav"),
  "M2   AX       033.0                00:00:00;00",
  ...event(4, "A", 30, 35, "f-inst.wav"),
  "* USAGE: VI",
  ...event(5, "A", 40, 45, "Anything [nd-2].mp3"),
  ...event(6, "A", 50, 55, "RAIN.WAV.new.01"),
  ...event(7, "A", 60, 65, "Twice.wav"),
  ...event(8, "A", 70, 75, "Room tone.wav"),
  ...event(9, "AA/V", 0, 80, "Interview.mov"),
  ...event(10, "V", 0, 90, "INT. KITCHEN"),
  ...event(11, "A", 80, 85, "QZ-ABC-24-00001.wav"),
  ...[100, 110, 120, 130, 140].flatMap((at, step) => event(12 + step, "A", at, at + 5, "nd-2")),
].join("\r\n");

function event(number: number, track: string, from: number, to: number, clip: string): readonly string[] {
  const time = (seconds: number): string =>
    `01:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")};${seconds % 60 === 0 && seconds > 0 ? "02" : "00"}`;
  const number3 = String(number).padStart(3, "0");
  return [
    `${number3}  AX       ${track.padEnd(5)} C        ${time(from)} ${time(to)} ${time(from)} ${time(to)}`,
    `* FROM CLIP NAME: ${clip}`,
  ];
}

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create({
    dump: DUMP,
    files: {
      "audio/GH 01 Main.wav": wavBytes(),
      "a/Shared.wav": wavBytes(410),
      "b/Shared.wav": wavBytes(420),
    },
    media: "copy",
  });
  token = app.key().token;
});
afterAll(() => app.close());

const send = (path: string, body: string | Uint8Array<ArrayBuffer> = EDL): Promise<Response> =>
  app.ask(`/v1/cue-sheets${path}`, { method: "POST", token, body });

describe("POST /v1/cue-sheets 200", () => {
  test("has a cue for every use of a song, and lists every other sound", async () => {
    const { data } = await documentOf(CueSheetDocument, await send("?usage=BI"));
    const { title, format, frame_rate: rate, cues, unmatched, notes } = data.attributes;
    expect({ title, format, rate }).toEqual({
      title: "Reel 1",
      format: "cmx3600",
      rate: { fps: "29.97", drop_frame: true },
    });
    expect(cues.map((cue) => [cue.song_id, cue.in, cue.out, cue.usage, cue.matched_by, cue.tracks.join(" ")])).toEqual([
      ["nd-1", "01:00:00;00", "01:00:20;00", "BI", "file_name", "A A2"],
      ["nd-1", "01:00:30;00", "01:00:35;00", "VI", "file_id", "A"],
      ["nd-2", "01:00:40;00", "01:00:45;00", "BI", "song_id", "A"],
      ["nd-2", "01:00:50;00", "01:00:55;00", "BI", "title", "A"],
      ["nd-1", "01:01:20;00", "01:01:25;00", "BI", "isrc", "A"],
      ["nd-2", "01:01:40;00", "01:01:45;00", "BI", "song_id", "A"],
      ["nd-2", "01:01:50;00", "01:01:55;00", "BI", "song_id", "A"],
      ["nd-2", "01:02:00;02", "01:02:05;00", "BI", "song_id", "A"],
      ["nd-2", "01:02:10;00", "01:02:15;00", "BI", "song_id", "A"],
      ["nd-2", "01:02:20;00", "01:02:25;00", "BI", "song_id", "A"],
    ]);
    expect(cues[0]).toMatchObject({
      title: "Glass Harbour",
      artists: ["Ada Field"],
      isrc: "QZABC2400001",
      seconds: 20.02,
      duration: "00:00:20",
      notes: ["plays at 110 %"],
      missing: ["writer IPI numbers"],
      rights: { iswc: "T-034.524.680-1" },
    });
    expect(cues[1]?.version).toBe("Instrumental");
    expect(cues[2]).toMatchObject({ rights: null, isrc: null, missing: expect.arrayContaining(["writers", "ISWC"]) });
    expect(unmatched.map(({ clip, candidates, with_picture: picture }) => [clip, candidates, picture])).toEqual([
      ["Interview.mov", [], true],
      ["Twice.wav", ["nd-3", "nd-4"], false],
      ["Room tone.wav", [], false],
    ]);
    expect(notes).toEqual(["Events without sound that name no song were left out: 1."]);
  });

  test("is CSV with a row for every cue and every other event, and no text that a spreadsheet runs", async () => {
    const response = await send("/export.csv");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toStartWith('attachment; filename="Cue sheet Reel 1.csv"');
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(1 + 10 + 3);
    expect(lines[1]).toBe(
      "1,Glass Harbour,Ada Field,not on file,01:00:00;00,01:00:20;00,00:00:20,20.02,Ada Field; Bo Łund,CA; not on file,GEMA; STIM,00123456789; not on file,60 %; 40 %,Field & Sons <Songs>,not on file,not on file,100 %,QZABC2400001,T-034.524.680-1,Field Records,nd-1,GH 01 Main.wav,file_name,plays at 110 %",
    );
    expect(lines.at(-2)).toContain("no song,,,,01:01:00;02,01:01:05;00,00:00:05");
    expect(lines.at(-2)).toContain('"several songs have this name: nd-3, nd-4"');
  });

  test("is well-formed XML that marks what is not on file", async () => {
    const response = await send("/export.xml");
    const xml = await response.text();
    const names: string[] = [];
    const parser = new SaxesParser();
    parser.on("opentag", ({ name }) => void names.push(name));
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(xml).close();
    expect(names.filter((name) => name === "Cue")).toHaveLength(10);
    expect(xml).toContain("<Name>Field &amp; Sons &lt;Songs&gt;</Name>");
    expect(xml).toContain('<Usage onFile="false">not on file</Usage>');
    expect(xml).toContain('<InterestedParty type="Writer" onFile="false">not on file</InterestedParty>');
  });

  test("is a PDF whose table finds every object", async () => {
    const response = await send("/export.pdf");
    expect(response.headers.get("content-type")).toBe("application/pdf");
    const pdf = Buffer.from(await response.arrayBuffer()).toString("latin1");
    expect(pdf).toStartWith("%PDF-1.4\n");
    expectOffsets(pdf);
    expect(pdf).toContain("Glass Harbour");
    expect(pdf).toContain("society GEMA, IPI 00123456789, share 60 %");
    // The font has no Ł.
    expect(pdf).toContain("Bo ?und");
    expect(pdf).toContain("Characters that this PDF cannot show");
  });

  test("is empty for a catalog without the songs, and takes any of the formats", async () => {
    const otio = JSON.stringify({
      OTIO_SCHEMA: "Timeline.1",
      tracks: {
        children: [
          {
            OTIO_SCHEMA: "Track.1",
            kind: "Audio",
            children: [
              { OTIO_SCHEMA: "Clip.1", name: "Rain", source_range: { duration: { value: 50, rate: 25 } } },
              { OTIO_SCHEMA: "Clip.1", name: "x", source_range: { duration: { value: 50, rate: 25 } } },
            ],
          },
        ],
      },
    });
    const { data } = await documentOf(CueSheetDocument, await send("?fps=25", otio));
    expect(data.attributes.cues.map(({ song_id: id, seconds }) => [id, seconds])).toEqual([["nd-2", 2]]);
    expect(data.attributes.unmatched.map(({ clip }) => clip)).toEqual(["x"]);
  });
});

describe("POST /v1/cue-sheets", () => {
  test("a song on thousands of tracks is one cue", async () => {
    const tracks = Array.from({ length: 3_000 }, (_, at) => ({
      OTIO_SCHEMA: "Track.1",
      kind: "Audio",
      children: [{ OTIO_SCHEMA: "Clip.1", name: "nd-1", source_range: { duration: { value: 24, rate: 24 } } }],
      name: `${at}`,
    }));
    const list = JSON.stringify({ OTIO_SCHEMA: "Timeline.1", tracks: { OTIO_SCHEMA: "Stack.1", children: tracks } });
    const { data } = await documentOf(CueSheetDocument, await send("", list));
    expect(data.attributes.cues.map((cue) => [cue.song_id, cue.tracks.length])).toEqual([["nd-1", 3_000]]);
  });

  test("a reel, and the number of a shot, are no ids of songs", async () => {
    const line = (number: number, reel: string, track: string): string =>
      `00${number}  ${reel} ${track} C 00:00:00:00 00:00:01:00 01:00:0${number}:00 01:00:0${number + 1}:00`;
    const list = [
      line(1, "114", "V"),
      line(2, "114", "A"),
      line(3, "9001", "AA/V"),
      `${line(4, "AX", "V")}\n* FROM CLIP NAME: Shot (114).mov`,
      `${line(5, "AX", "AA/V")}\n* FROM CLIP NAME: Shot (114).mov`,
      `${line(6, "AX", "V")}\n* FROM CLIP NAME: nd-2.mov`,
      `${line(7, "AX", "V")}\n* FROM CLIP NAME: Video of Rain [nd-2].mov`,
      `${line(8, "AX", "A")}\n* FROM CLIP NAME: 114.wav`,
    ].join("\n");
    const { data } = await documentOf(CueSheetDocument, await send("?fps=25", list));
    expect(data.attributes.cues.map(({ song_id: id, clip }) => [id, clip])).toEqual([
      ["nd-2", "Video of Rain [nd-2].mov"],
      ["114", "114.wav"],
    ]);
    expect(data.attributes.unmatched.map(({ clip }) => clip)).toEqual(["114", "9001", "Shot (114).mov"]);
    expect(data.attributes.notes).toEqual(["Events without sound that name no song were left out: 3."]);
  });

  test("a list can state the id of a song, also for a picture", async () => {
    const clip = {
      OTIO_SCHEMA: "Clip.1",
      name: "Video",
      source_range: { duration: { value: 50, rate: 25 } },
      metadata: { song_id: "114" },
    };
    const track = { OTIO_SCHEMA: "Track.1", kind: "Video", children: [clip] };
    const list = JSON.stringify({ OTIO_SCHEMA: "Timeline.1", tracks: { children: [track] } });
    const { data } = await documentOf(CueSheetDocument, await send("?fps=25", list));
    expect(data.attributes.cues.map(({ song_id: id, matched_by: by }) => [id, by])).toEqual([["114", "song_id"]]);
  });

  test("an event that ends before it begins is counted, and one that crosses midnight is a cue", async () => {
    const list = [
      "001 AX A C 00:00:00:00 00:00:20:00 23:59:50:00 00:00:10:00\n* FROM CLIP NAME: nd-1",
      "002 AX A C 00:00:00:00 00:00:20:00 22:00:20:00 22:00:10:00\n* FROM CLIP NAME: nd-2",
    ].join("\n");
    const { data } = await documentOf(CueSheetDocument, await send("?fps=25", list));
    expect(data.attributes.cues.map((cue) => [cue.song_id, cue.in, cue.out, cue.seconds])).toEqual([
      ["nd-1", "23:59:50:00", "00:00:10:00", 20],
    ]);
    expect(data.attributes.notes).toEqual(["Events that end before they begin were left out: 1."]);
  });

  test("a number in brackets is part of a name, or else that of a copy", async () => {
    const clips = ["Rain (2).wav", "Rain (3).wav", "nd-2 (2).wav", "Glass Harbour [nd-1] (2).wav"];
    const list = clips.flatMap((clip, at) => [...event(at + 1, "A", at * 10 + 1, at * 10 + 5, clip)]).join("\n");
    const { data } = await documentOf(CueSheetDocument, await send("", list));
    expect(data.attributes.cues.map(({ song_id: id, matched_by: by }) => [id, by])).toEqual([
      ["2", "title"],
      ["nd-2", "title"],
      ["nd-2", "song_id"],
      ["nd-1", "song_id"],
    ]);
  });

  test("a title decides only between the songs that have a file of the name", async () => {
    const list = [
      ...event(1, "A", 1, 5, "Shared.wav"),
      ...event(2, "A", 11, 15, "Beta"),
      "* SOURCE FILE: Shared.wav",
    ].join("\n");
    const { data } = await documentOf(CueSheetDocument, await send("", list));
    expect(data.attributes.cues.map(({ song_id: id, matched_by: by }) => [id, by])).toEqual([["nd-7", "title"]]);
    expect(data.attributes.unmatched.map(({ clip, candidates }) => [clip, candidates])).toEqual([
      ["Shared.wav", ["nd-6", "nd-7"]],
    ]);
  });

  test("a client that leaves while its sheet is made is no error of ours", async () => {
    const client = new AbortController();
    const body = new ReadableStream({
      pull(list) {
        list.enqueue(new TextEncoder().encode(EDL));
        list.close();
        client.abort();
      },
    });
    const headers = { authorization: `Token ${token}` };
    const request = new Request(`${BASE_URL}/v1/cue-sheets`, { method: "POST", headers, body, signal: client.signal });
    const answer = app.services.app.handle(request);
    expect((await answer).status).toBe(400);
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  test.each([
    ["?fps=26", EDL, 400, /^fps: expected one of 23\.976/],
    ["?rate=25", EDL, 400, /^rate is not a parameter/],
    [`?usage=${"x".repeat(41)}`, EDL, 400, /^usage can have at most 40/],
    ["", "TITLE: nothing", 422, /no events/],
    ["", '<!DOCTYPE x [<!ENTITY a "b">]><fcpxml>&a;</fcpxml>', 422, /not well-formed/],
    ["?fps=25", EDL, 422, /drop-frame timecode/],
  ])("%s is refused with a reason", async (query, body, status, detail) => {
    const response = await send(query, body);
    expect(response.status).toBe(status);
    const [error] = await errorsOf(response);
    expect(error?.detail).toMatch(detail);
  });

  test("refuses a list without a key, and one that is too long", async () => {
    const response = await app.ask("/v1/cue-sheets", { method: "POST", body: EDL });
    await expectRefusals(response, "unauthenticated");
    const long = await send("", new Uint8Array(4 * 1024 ** 2 + 1));
    expect(long.status).toBe(413);
  });
});

test("a PDF of many lines has as many pages as they need", () => {
  const lines = Array.from({ length: 120 }, (_, at) => ({ text: `(${at}) \\ äöü €`.padEnd(PDF_COLUMNS, "x") }));
  const pdf = runSteps(pdfOfLines(lines, { title: "T (1)", footer: "T" })).join("");
  expect(pdf).toContain("/Count 3");
  expect(pdf).toContain("(\\(119\\) \\\\ \\344\\366\\374 \\200");
  expectOffsets(pdf);
});

test("a long sheet is written in many steps, and its document is the same as at once", () => {
  const cue: Cue = {
    number: 1,
    songId: "nd-1",
    title: "Räin",
    version: "",
    artists: [],
    isrc: null,
    rights: null,
    usage: null,
    start: 0,
    end: 100,
    tracks: ["A"],
    matchedBy: "title",
    clip: '"Rain"',
    notes: [],
  };
  const tone = { clip: "Tone", start: 0, end: 9, track: "A", hasPicture: false, candidates: [] };
  const rate = readFrameRate("25");
  if (rate === null) throw new Error("25 is a frame rate.");
  const cues = Array.from({ length: 500 }, (_, at) => ({ ...cue, number: at + 1 }));
  const sheet: CueSheet = { title: "T", format: "cmx3600", rate, cues, unmatched: [tone, tone], notes: ["a note"] };
  const writing = [sheetJson(sheet, "x"), ...SHEET_FORMATS.map((format) => sheetFile(sheet, format, 0))];
  expect(writing.map((steps) => [...steps].length).filter((steps) => steps < 10)).toEqual([]);
  const { data } = JSON.parse(new TextDecoder().decode(runSteps(sheetJson(sheet, "x")))) as { data: object };
  expect(data).toEqual({ type: "cue_sheets", id: "x", attributes: presentCueSheet(sheet) });
});

test("the paths of files can come later, as from another machine", async () => {
  const file = { id: "f", mediaRef: "store:1.wav" };
  const song: ListedSong = Object.create({ ordinal: 0, title: "Rain", isrc: null, files: [file] });
  const source: SongSource = {
    ...NO_SONGS,
    songsAfter: (after) => (after < 0 ? [song] : []),
    idsOf: () => ["nd-1"],
    *originsOf() {
      yield Promise.resolve();
      return new Map([[file.mediaRef, ["/music/GH 01.wav"]]]);
    },
  };
  const slices = new Slices({ sliceMs: 0, now: () => 0, pause: () => Promise.resolve() });
  const bytes = new TextEncoder().encode(event(1, "A", 0, 10, "GH 01.wav").join("\n"));
  const { cues } = await slices.run(makingCueSheet(bytes, source, { rate: readFrameRate("29.97"), usage: null }));
  expect(cues.map(({ songId, matchedBy }) => [songId, matchedBy])).toEqual([["nd-1", "file_name"]]);
});

/** Every offset of the table leads to the object with its number, and the end to the table. */
function expectOffsets(pdf: string): void {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
  expect(pdf.slice(start, start + 5)).toBe("xref\n");
  const offsets = Array.from(pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm), ([, offset]) => Number(offset));
  expect(offsets.length).toBeGreaterThan(6);
  offsets.forEach((offset, at) => expect(pdf.slice(offset)).toStartWith(`${at + 1} 0 obj\n`));
  for (const [, length = "", content = ""] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
    expect(content).toHaveLength(Number(length));
  }
}

import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { TestCli } from "./setup.ts";

const EDL = [
  "TITLE: Reel 1",
  "001  AX       A     C        00:00:00:00 00:00:10:00 01:00:00:00 01:00:10:00",
  "* FROM CLIP NAME: Rain.wav",
  "002  AX       A     C        00:00:00:00 00:00:10:00 01:00:20:00 01:00:30:00",
  "* FROM CLIP NAME: Room tone.wav",
].join("\r\n");

let cli: TestCli;
let list = "";
beforeAll(async () => {
  cli = new TestCli();
  const song = { id: "nd-2", title: "Rain", rights: { writers: [{ name: "Ada Field", share: 100 }] } };
  expect((await cli.run("import", cli.file("dump.jsonl", JSON.stringify(song)))).status).toBe(0);
  list = cli.file("reel.edl", EDL);
});

test("cue-sheet prints CSV, and says what matches no song", async () => {
  const { status, stdout, stderr } = await cli.run("cue-sheet", list, "--fps", "25", "--usage", "BI");
  expect(status).toBe(0);
  expect(stdout).toContain("1,Rain,not on file,BI,01:00:00:00,01:00:10:00,00:00:10,10,Ada Field,");
  expect(stdout).toContain("no song,,,,01:00:20:00");
  expect(stderr).toBe("Cues: 1. Events without a song: 1.\n");
});

test("cue-sheet writes the file that --out names, and --json prints the document", async () => {
  const out = join(cli.folder, "reel.pdf");
  const document = await cli.json<{ cues: readonly { song_id: string }[] }>(
    "cue-sheet",
    list,
    "--fps",
    "25",
    "--out",
    out,
  );
  expect(document.cues.map(({ song_id: id }) => id)).toEqual(["nd-2"]);
  expect(await Bun.file(out).text()).toStartWith("%PDF-1.4\n");
});

test.each([
  [["--fps", "26"], 2, /--fps: expected one of 23\.976/],
  [["--fps", "25", "--format", "pdf"], 2, /--format pdf: needs --out/],
  [["--fps", "25", "--format", "doc"], 2, /--format: expected one of csv, pdf, xml/],
  [[], 1, /does not say its frame rate/],
])("cue-sheet with %j ends with status %d", async (options, status, message) => {
  const outcome = await cli.run("cue-sheet", list, ...options);
  expect(outcome.status).toBe(status);
  expect(outcome.stderr).toMatch(message);
});

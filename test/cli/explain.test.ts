import { beforeAll, describe, expect, test } from "bun:test";
import { TestCli } from "./setup.ts";

const DUMP = [
  {
    id: "s1",
    title: "Neon Ferry",
    bpm: 120,
    artists: [{ id: "a1", name: "Nine Moons" }],
    tags: { genre: ["Synthwave"], mood: ["Driving", "calm"] },
    audio_files: [{ id: "f1", description: "Full mix", vocals: "none", duration: 61 }],
  },
  { id: "s2", title: "Rowdy Night", bpm: 121, tags: { genre: ["rock"], mood: ["driving", "aggressive"] } },
];
const BRIEF = "driving but not aggressive, no vocals, around 120 bpm, for neon streets";

let cli: TestCli;
beforeAll(async () => {
  cli = new TestCli();
  const dump = cli.file("dump.jsonl", DUMP.map((song) => `${JSON.stringify(song)}\n`).join(""));
  expect((await cli.run("import", dump)).status).toBe(0);
});

describe("search --explain", () => {
  test("prints how the brief was understood, with weights and the client's words", async () => {
    const { status, stdout } = await cli.run("search", BRIEF, "--explain");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Understood\n {2}wanted {2,}energetic +(?:1\.00|0\.90) +driving/);
    expect(stdout).toMatch(/^ {2}avoided +aggressive +0\.90 +aggressive$/m);
    expect(stdout).toMatch(/^ {2}promised +114 to 126 bpm +around 120 bpm$/m);
    expect(stdout).toMatch(/^ {2}catalog +[0-9a-f]{16}$/m);
  });

  test("prints how each song meets the constraints, and points that add up to its score", async () => {
    const { stdout } = await cli.run("search", BRIEF, "--explain");
    const [, first = ""] = stdout.split("\n\n");
    expect(first).toMatch(/^ {2}1\. Neon Ferry – Nine Moons {2}\[s1, /);
    expect(first).toMatch(/^ {5}keeps +no vocals, 114 to 126 bpm$/m);
    expect(first).toMatch(/^ {5}has no +aggressive/m);
    const points = [...first.matchAll(/^ {5}([+−])(\d\.\d{3}) /gm)].map(
      ([, sign, value]) => (sign === "−" ? -1 : 1) * Number(value),
    );
    const score = Number(/\[s1, \w+, ([\d.]+)\]/.exec(first)?.[1]);
    expect(points.length).toBeGreaterThan(1);
    expect(points.reduce((sum, value) => sum + value, 0)).toBeCloseTo(score, 3);
  });

  test("prints an exclusion as a promise, and whether each song keeps it", async () => {
    const { stdout } = await cli.run("search", "driving neon, no rock", "--explain");
    expect(stdout).toMatch(/^ {2}promised +no rock +rock$/m);
    expect(stdout).toMatch(/^ {5}keeps +no rock$/m);
    expect(stdout).not.toContain("Rowdy Night");
  });

  test("prints how the music shall develop", async () => {
    const { stdout } = await cli.run(
      "search",
      "driving neon that starts small, ends huge, with no sudden stop",
      "--explain",
    );
    expect(stdout).toMatch(/^ {2}arc +rising: starts small, ends huge\n {2,}not stop: sudden stop$/m);
  });

  test("is at most 100 characters wide", async () => {
    const long =
      "tense car chase ".repeat(3) + "with driving synthwave, rock, neon streets and rowdy nights, nothing calm";
    const { stdout } = await cli.run("search", long, "--context", BRIEF, "--explain");
    for (const line of stdout.split("\n")) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(100);
  });

  test("prints a line for each part of a long text, and the same parts with --json", async () => {
    const story =
      "INT. KITCHEN - NIGHT\n\nRuth opens the door. She looks at the old man, who stands in the rain. ".repeat(3);
    const text = `${story}\n\nThe music should be slow, warm strings and felt piano.`;
    const { stdout } = await cli.run("search", "warm", "--context", text, "--explain");
    expect(stdout).toMatch(/^ {2}parts +\w+: warm$/m);
    expect(stdout).toMatch(/^ +scene: INT\. KITCHEN - NIGHT Ruth opens .{1,60}…$/m);
    expect(stdout).toMatch(/^ +direction: The music should be slow, warm strings and felt piano\.$/m);
    const { parts } = await cli.json<{ parts: { kind: string }[] }>("search", "warm", "--context", text, "--explain");
    // The query of a long context is a part too, the first one.
    expect(parts.slice(1).map(({ kind }) => kind)).toEqual(["scene", "direction"]);
    expect((await cli.run("search", BRIEF, "--explain")).stdout).not.toMatch(/^ {2}parts /m);
  });

  test("prints the sentence of a long text that asks for a wish", async () => {
    const story = "Ruth opens the door. She looks at the old man, who stands in the rain. ".repeat(3);
    const text = `${story}\n\nThe music should be slow, warm strings and felt piano. No drums, please.`;
    const { stdout } = await cli.run("search", "tense", "--context", text, "--explain");
    const printed = stdout.replace(/\s+/g, " ");
    expect(printed).toContain('felt piano – "The music should be slow, warm strings and felt piano."');
    expect(printed).toContain('drums – "No drums, please."');
  });

  test("prints the same as one document with --json", async () => {
    const document = await cli.json<{
      songs: { id: string; score: number; trace: { score: number; parts: { points?: number }[] } }[];
    }>("search", BRIEF, "--explain");
    expect(document).toMatchObject({
      brief: { avoided: [{ name: "aggressive" }, {}], constraints: [{}, {}] },
      catalog_version: expect.any(String),
    });
    expect(document.songs.map(({ id }) => id)).toEqual(["s1"]);
    for (const { trace } of document.songs) {
      expect(trace.parts.reduce((sum, { points = 0 }) => sum + points, 0)).toBeCloseTo(trace.score, 4);
    }
  });

  test("does not change the ranking", async () => {
    const plain = await cli.json<{ id: string; score: number }[]>("search", BRIEF);
    const { songs } = await cli.json<{ songs: { id: string; score: number }[] }>("search", BRIEF, "--explain");
    expect(songs.map(({ id, score }) => [id, score])).toEqual(plain.map(({ id, score }) => [id, score]));
  });

  test("says that no song matches", async () => {
    const { stdout } = await cli.run("search", "zydeco yodel", "--explain");
    expect(stdout).toEndWith("\nNo matching songs.\n");
  });

  test("is refused with --batch", async () => {
    expect((await cli.run("search", "--batch", "x.jsonl", "--explain")).status).toBe(2);
  });
});

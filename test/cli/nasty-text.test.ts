import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { runNow } from "../../src/db/work.ts";
import { importCommand } from "../../src/cli/import.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { openCore } from "../../src/app/core.ts";
import { readConfig } from "../../src/config/config.ts";
import { Queue } from "../../src/jobs/queue.ts";
import { silentLog } from "../../src/lib/log.ts";
import { recordCacheHit } from "../../src/usage/store.ts";
import { createDelivery, recordAttempt } from "../../src/webhooks/store.ts";
import { NASTY, unsafeIn } from "../support/nasty-texts.ts";
import { type Ran, TestCli } from "./setup.ts";
import { writeNow } from "../support/write-now.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let cli: TestCli;
let report: string;
let deliveryId: string;
let keyId: string;
const runs = new Map<string, Ran>();
const AT = Date.UTC(2026, 2, 31);
/** Control sequences that the program itself sends to a terminal. */
const CLEAR = "\r\u001B[K";
const COLOUR = new RegExp(String.raw`\x1b\[\d+m`, "g");
/** A file name. System calls reject a lone surrogate or NUL; NASTY has neither. */
const NAME = NASTY.replaceAll("/", " ").slice(0, 60);

beforeAll(async () => {
  cli = new TestCli();
  report = cli.path(`report ${NAME}.jsonl`);
  const song = {
    id: NASTY.replaceAll(/\p{Cc}/gu, "").slice(0, 100),
    title: `Glass Harbour ${NASTY}`,
    description: NASTY,
    tags: { genre: [`folk ${NASTY}`.slice(0, 90)], mood: ["calm"] },
    artists: [{ name: NASTY }],
    [`field ${NASTY}`]: 1,
  };
  const lines = [
    song,
    { id: `x\u202E${NASTY.slice(0, 9)}`, title: NASTY },
    { id: "isrc", title: "A", isrc: NASTY },
    { id: "m", title: "M", audio_files: [{ id: "f", wav: `${NASTY}.wav` }] },
  ];
  const dump = cli.file(`dump ${NAME}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  cli.set("LOG_FORMAT", "pretty");
  runs.set("import", await cli.run("import", dump, "--report", report));
  cli.set("LOG_FORMAT", "json");
  runs.set(
    "import again, with a log of JSON",
    await cli.run("import", dump, "--report", report, "--data", cli.path("other")),
  );
  const sheet = cli.file(`sheet ${NAME}.csv`, `TRACK: Title,${NASTY.replaceAll(/[",\n\r]/g, "")}\nRain,1\n`);
  runs.set("import of a sheet", await cli.run("import", sheet, "--dry-run"));
  runs.set("import of nothing", await cli.run("import", cli.path(`absent ${NASTY}`)));
  keyId = (await cli.json<{ id: string }>("keys", "create", "--name", NASTY.slice(0, 190))).id;
  deliveryId = await storedDelivery();
  for (const argv of COMMANDS) runs.set(argv.join(" "), await cli.run(...argv.map((word) => wordFor(word))));
});

const COMMANDS: readonly (readonly string[])[] = [
  ["search", "Glass Harbour"],
  ["search", "Glass Harbour", "--json"],
  ["search", "Glass Harbour NASTY", "--explain"],
  ["search", "Glass Harbour NASTY", "--explain", "--json"],
  ["search", "--batch", "NASTY"],
  ["keys", "list"],
  ["keys", "list", "--json"],
  ["keys", "show", "KEY"],
  ["keys", "show", "NASTY"],
  ["keys", "revoke", "KEY"],
  ["deliveries", "list"],
  ["deliveries", "list", "--json"],
  ["deliveries", "show", "DELIVERY"],
  ["deliveries", "show", "DELIVERY", "--json"],
  ["deliveries", "show", "NASTY"],
  ["blocklist", "add", "0123456789abcdef", "--note", "NASTY"],
  ["blocklist", "list"],
  ["blocklist", "list", "--json"],
  ["blocklist", "add", "NASTY"],
  ["usage", "--csv"],
  ["doctor", "--data", "NASTY"],
  ["doctor", "--data", "NASTY", "--json"],
  ["backup", "FILE"],
  ["restore", "NASTY"],
  ["help", "NASTY"],
  ["NASTY"],
  ["search", "--NASTY"],
  ["keys", "list", "--data", "NASTY"],
  ["serve", "--base-url", "NASTY"],
];

function wordFor(word: string): string {
  if (word === "KEY") return keyId;
  if (word === "DELIVERY") return deliveryId;
  if (word === "FILE") return cli.path(`backup ${NAME}`);
  return word.replace("NASTY", NASTY);
}

/** Stores a webhook with NASTY in its URL and in the answer of its receiver. */
async function storedDelivery(): Promise<string> {
  const core = await openCore(readConfig({}, { data: cli.data }), silentLog);
  try {
    return writeNow(core.db, (tx) => {
      sqliteOf(core).sqlite.run(
        `insert into executions (id, search_id, key_id, status, tier, asset_ids, callback_url, error_code, created_at, finished_at)
          values ('e1', 'search-1', ?, 'failed', 'text', '[]', 'https://x.test', 'internal_error', 1, 2)`,
        [keyId],
      );
      const id = runNow(
        createDelivery(tx, new Queue(core.clock), {
          executionId: "e1",
          url: `https://x.test/${NASTY}`,
          now: AT,
        }),
      );
      const attempt = { at: AT, durationMs: 12, outcome: "http_status", statusCode: 500, detail: NASTY } as const;
      runNow(recordAttempt(tx, id, attempt));
      runNow(recordCacheHit(tx, { searchId: "search-1", keyId, at: AT }));
      return id;
    });
  } finally {
    await core.close();
  }
}

describe("control characters from input cannot reach a terminal", () => {
  test.each([
    "import",
    "import again, with a log of JSON",
    "import of a sheet",
    "import of nothing",
    ...COMMANDS.map((argv) => argv.join(" ")),
  ])("%s", (name) => {
    const { stdout, stderr } = runs.get(name) ?? { stdout: "", stderr: "" };
    expect(stdout + stderr).not.toBe("");
    expect(unsafeIn(stdout)).toEqual([]);
    expect(unsafeIn(stderr)).toEqual([]);
  });

  test("through the report of an import, which keeps the text when it is parsed", () => {
    const text = readFileSync(report, "utf8");
    expect(unsafeIn(text)).toEqual([]);
    const entries = text
      .trim()
      .split("\n")
      .map((line): { reason: string } => JSON.parse(line));
    expect(entries.map(({ reason }) => reason)).toContainEqual(expect.stringContaining(JSON.stringify(NASTY)));
  });

  test("through --json, which keeps the text when it is parsed", () => {
    const [found] = JSON.parse(runs.get("search Glass Harbour --json")?.stdout ?? "");
    expect(found.title).toBe(`Glass Harbour ${NASTY}`);
    const [delivery] = JSON.parse(runs.get("deliveries list --json")?.stdout ?? "");
    expect(delivery.url).toBe(`https://x.test/${NASTY}`);
  });

  test("through progress, which controls only its own line", async () => {
    let text = "";
    const sink = { isTerminal: true, columns: 80, write: async (more: string) => void (text += more) };
    const bad = cli.file(`bad ${NAME}.jsonl`, `${JSON.stringify({ id: "b", title: "B", isrc: NASTY })}\n`);
    const environment = { NEEDLEDROP_DATA: cli.path("terminal") };
    const io = {
      environment,
      out: sink,
      err: sink,
      onStopSignal: () => () => undefined,
      onReloadSignal: () => () => undefined,
      ask: async () => null,
      kill: () => undefined,
      forbidCoreDumps: () => null,
      user: { id: null, become: () => undefined },
      program: "needledrop",
    };
    expect(await runCli([importCommand], ["import", bad], io)).toBe(3);
    expect(text).toContain(CLEAR);
    expect(text).toContain("record rejected");
    expect(unsafeIn(text.replaceAll(CLEAR, "").replaceAll(COLOUR, ""))).toEqual([]);
  });

  test("through a line break: each message stays on one line", () => {
    expect(runs.get("import of nothing")?.stderr.trim().split("\n")).toHaveLength(1);
    expect(runs.get("keys revoke KEY")?.stdout.trim().split("\n")).toHaveLength(1);
    expect(runs.get("deliveries show NASTY")?.stderr.trim().split("\n")).toHaveLength(1);
  });
});

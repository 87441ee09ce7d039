import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TestCli } from "./setup.ts";

interface KeyPrinted {
  readonly id: string;
  readonly token: string;
  readonly webhook_secret: string;
  readonly expires_at: string | null;
}

let cli: TestCli;

beforeEach(() => {
  cli = new TestCli();
});

function createKey(...options: readonly string[]): Promise<KeyPrinted> {
  return cli.json<KeyPrinted>("keys", "create", "--name", "studio", ...options);
}

describe("keys create in a folder without data", () => {
  test("asks before it begins an installation, and makes none if the answer is no", async () => {
    cli.answer("");
    const { status, stdout, stderr } = await cli.run("keys", "create", "--name", "studio");
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(`There is no data in ${cli.data} yet. Begin a new installation there? [y/N]`);
    expect(existsSync(cli.data)).toBe(false);
  });

  test("begins one if the answer is yes, and does not ask again", async () => {
    cli.answer("y");
    expect((await cli.run("keys", "create", "--name", "studio")).status).toBe(0);
    cli.answer("no");
    expect((await cli.run("keys", "create", "--name", "editor")).status).toBe(0);
  });

  test("begins one without a terminal", async () => {
    expect((await cli.run("keys", "create", "--name", "studio")).status).toBe(0);
  });
});

describe("keys create", () => {
  test("creates a test key that can only search", async () => {
    const key = await createKey();
    expect<object>(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "studio",
      mode: "test",
      supervisor: true,
      images: false,
      video: false,
      audio: false,
      edits: false,
      recipient: null,
      rate: 25,
      image_quota: 17_000,
      video_quota: 200,
      audio_quota: 200,
      playlists: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      revoked_at: null,
      expires_at: null,
      last_used_at: null,
      previous_token_until: null,
      previous_secret_until: null,
      token: expect.stringMatching(/^nd_test_/),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
  });

  test("accepts every option", async () => {
    const options = [
      "--mode",
      "live",
      "--images",
      "--video",
      "--no-supervisor",
      "--playlist",
      "12",
      "--playlist",
      "3",
      "--playlist",
      "12",
    ];
    const limits = ["--rate", "100", "--image-quota", "0", "--video-quota", "7"];
    expect(await createKey(...options, ...limits)).toMatchObject({
      mode: "live",
      supervisor: false,
      images: true,
      video: true,
      playlists: [3, 12],
      rate: 100,
      image_quota: 0,
      video_quota: 7,
    });
  });

  test("accepts playlist ids as large as in a dump", async () => {
    const largest = String(Number.MAX_SAFE_INTEGER);
    expect(await createKey("--playlist", largest)).toMatchObject({ playlists: [Number.MAX_SAFE_INTEGER] });
  });

  test("prints token and secret to stdout, and the warning to stderr", async () => {
    const { status, stdout, stderr } = await cli.run("keys", "create", "--name", "studio");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Token +nd_test_\S+$/m);
    expect(stdout).toMatch(/^Webhook secret +whsec_\S+$/m);
    expect(stderr).toBe("Store the token now; it is not kept and cannot be shown again.\n");
  });

  test("does not write the token to the data folder", async () => {
    const { token } = await createKey();
    const secret = /_([A-Za-z0-9_-]{43})$/.exec(token)?.[1] ?? "";
    expect(secret).toHaveLength(43);
    const files = readdirSync(cli.data).map((name) => readFileSync(join(cli.data, name)));
    expect(files.length).toBeGreaterThan(0);
    for (const bytes of files) expect(bytes.includes(secret)).toBe(false);
  });

  test.each([
    [[], "keys create: expected --name NAME, got nothing."],
    [["--name", "  "], "--name: expected 1 to 200 characters, got 0."],
    [["--name", "x".repeat(201)], "--name: expected 1 to 200 characters, got 201."],
    [["--name", "x", "--mode", "lively"], '--mode: expected one of live, test, trial, got "lively".'],
    [["--name", "x", "--rate", "0"], '--rate: expected a whole number from 1 to 100000, got "0".'],
    [["--name", "x", "--rate", "2.5"], '--rate: expected a whole number from 1 to 100000, got "2.5".'],
    [["--name", "x", "--image-quota", "-1"], '--image-quota: expected a whole number from 0 to 1000000000, got "-1".'],
    [["--name", "x", "--playlist", "rock"], '--playlist: expected a playlist id (a number), got "rock".'],
    [
      ["--name", "x", "--playlist", "9007199254740992"],
      '--playlist: expected a playlist id (a number), got "9007199254740992".',
    ],
    [["--name", "x", "--video", "--no-video"], "--video and --no-video contradict each other; use one of them."],
  ])("refuses %j", async (options, message) => {
    const { status, stdout, stderr } = await cli.run("keys", "create", ...options);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toStartWith(message);
  });
});

describe("keys list and keys show", () => {
  test("show keys in order of creation, never a token or secret", async () => {
    const one = await createKey();
    const other = await createKey("--mode", "live");
    const list = await cli.run("keys", "list", "--json");
    expect(JSON.parse(list.stdout)).toMatchObject([{ id: one.id }, { id: other.id, mode: "live" }]);
    const table = await cli.run("keys", "list");
    const shown = await cli.run("keys", "show", one.id);
    for (const { stdout } of [list, table, shown]) {
      expect(stdout).toContain(one.id);
      expect(stdout).not.toContain(one.token);
      expect(stdout).not.toContain(one.webhook_secret);
    }
  });

  test("print the webhook secret with --reveal", async () => {
    const key = await createKey();
    expect(await cli.json("keys", "show", key.id, "--reveal")).toMatchObject({ webhook_secret: key.webhook_secret });
    expect((await cli.run("keys", "show", key.id, "--reveal")).stdout).toContain(key.webhook_secret);
  });

  test("of an unknown key fails", async () => {
    await createKey();
    const { status, stderr } = await cli.run("keys", "show", "unknown");
    expect(status).toBe(1);
    expect(stderr).toContain('There is no key "unknown"; `needledrop keys list` shows all keys.');
  });

  test("show control characters of a name as spaces", async () => {
    await cli.run("keys", "create", "--name", "red\u001B[31malert");
    expect((await cli.run("keys", "list")).stdout).toContain("red [31malert");
  });
});

describe("keys update", () => {
  test("changes only the given properties", async () => {
    const { id } = await createKey("--images", "--rate", "50", "--playlist", "1");
    const changed = await cli.json("keys", "update", id, "--name", "other", "--no-images", "--playlist", "2");
    expect(changed).toMatchObject({ id, name: "other", images: false, supervisor: true, rate: 50, playlists: [2] });
    expect(await cli.json("keys", "show", id)).toEqual(changed);
  });

  test("removes access to searches and restores it", async () => {
    const { id } = await createKey();
    expect(await cli.json("keys", "update", id, "--no-supervisor")).toMatchObject({ supervisor: false });
    expect(
      await cli.json("keys", "update", id, "--supervisor", "--video", "--audio", "--edits", "--audio-quota", "3"),
    ).toMatchObject({
      supervisor: true,
      video: true,
      audio: true,
      edits: true,
      audio_quota: 3,
    });
    expect(await cli.json("keys", "update", id, "--no-audio")).toMatchObject({ audio: false, video: true });
  });

  test("gives a key a recipient and takes it away", async () => {
    const { id } = await createKey("--recipient", "Kim Doe");
    expect(await cli.json("keys", "show", id)).toMatchObject({ recipient: "Kim Doe" });
    expect((await cli.run("keys", "show", id)).stdout).toContain("Kim Doe (imprint 1)");
    expect((await cli.run("keys", "update", id, "--recipient", "a\nb")).status).toBe(2);
    expect((await cli.run("keys", "update", id, "--recipient", "Kim", "--no-recipient")).status).toBe(2);
    expect(await cli.json("keys", "update", id, "--no-recipient")).toMatchObject({ recipient: null });
  });

  test("removes all playlists", async () => {
    const { id } = await createKey("--playlist", "1");
    expect(await cli.json("keys", "update", id, "--no-playlists")).toMatchObject({ playlists: [] });
  });

  test("refuses a call without a change, and contradicting options", async () => {
    const { id } = await createKey();
    expect((await cli.run("keys", "update", id)).status).toBe(2);
    expect((await cli.run("keys", "update", id, "--no-playlists", "--playlist", "1")).status).toBe(2);
  });

  test("of an unknown key fails", async () => {
    await createKey();
    const { status, stderr } = await cli.run("keys", "update", "unknown", "--rate", "3");
    expect(status).toBe(1);
    expect(stderr).toContain('There is no key "unknown"');
  });
});

describe("the expiry of a key", () => {
  const days = (count: number): number => Date.now() + count * 86_400_000;

  test("is the end of a date, a time, or a span from now", async () => {
    expect(await createKey("--expires", "2999-03-01")).toMatchObject({ expires_at: "2999-03-02T00:00:00.000Z" });
    const { expires_at: time } = await createKey("--expires", "2999-03-01T12:00:00+02:00");
    expect(time).toBe("2999-03-01T10:00:00.000Z");
    const [before, { expires_at: span }, after] = [days(90), await createKey("--expires", "90d"), days(90)];
    expect(Date.parse(span ?? "")).toBeWithin(before, after + 60_000);
  });

  test("is changed and removed by keys update", async () => {
    const { id } = await createKey("--expires", "2999-03-01");
    expect(await cli.json("keys", "update", id, "--rate", "3")).toMatchObject({
      expires_at: "2999-03-02T00:00:00.000Z",
    });
    expect(await cli.json("keys", "update", id, "--expires", "2998-12-31T00:00Z")).toMatchObject({
      expires_at: "2998-12-31T00:00:00.000Z",
    });
    expect((await cli.run("keys", "list")).stdout).toContain("expires 2998-12-31 00:00:00");
    expect((await cli.run("keys", "show", id)).stdout).toMatch(/^Expires +2998-12-31 00:00:00$/m);
    expect(await cli.json("keys", "update", id, "--no-expiry")).toMatchObject({ expires_at: null });
    expect((await cli.run("keys", "show", id)).stdout).toMatch(/^Expires +never$/m);
  });

  test.each([
    ["soon", "--expires: expected a date"],
    ["2026-02-30", "--expires: expected a date"],
    ["2999-03-01T12:00:00", "--expires: expected a date"],
    ["5y", "--expires: expected a date"],
    ["2020-01-01", "--expires: expected a time in the future"],
    ["0d", "--expires: expected a time in the future"],
    ["9999999d", "--expires: expected a date"],
    ["9999-12-31", "--expires: expected a time in the future, before the year 10000"],
  ])("is not %j", async (when, message) => {
    const { status, stderr } = await cli.run("keys", "create", "--name", "studio", "--expires", when);
    expect(status).toBe(2);
    expect(stderr).toStartWith(message);
  });

  test("cannot be both given and removed", async () => {
    const { id } = await createKey();
    const { status, stderr } = await cli.run("keys", "update", id, "--expires", "1d", "--no-expiry");
    expect(status).toBe(2);
    expect(stderr).toStartWith("--expires and --no-expiry contradict each other");
  });
});

describe("keys revoke", () => {
  test("revokes a key once", async () => {
    const { id } = await createKey();
    const revoked = await cli.json<{ revoked_at: string }>("keys", "revoke", id);
    expect(revoked.revoked_at).toMatch(/Z$/);
    expect(await cli.json("keys", "revoke", id)).toEqual(revoked);
    expect((await cli.run("keys", "list")).stdout).toContain("revoked");
  });

  test("of an unknown key fails", async () => {
    await createKey();
    expect((await cli.run("keys", "revoke", "unknown")).status).toBe(1);
  });
});

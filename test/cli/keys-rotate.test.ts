import { beforeEach, describe, expect, test } from "bun:test";
import { TestCli } from "./setup.ts";

interface KeyPrinted {
  readonly id: string;
  readonly token?: string;
  readonly webhook_secret?: string;
  readonly overlap_until: string;
  readonly previous_token_until: string | null;
  readonly previous_secret_until: string | null;
}

const HOUR_MS = 3_600_000;

let cli: TestCli;
let created: KeyPrinted;

beforeEach(async () => {
  cli = new TestCli();
  created = await cli.json<KeyPrinted>("keys", "create", "--name", "cutting room");
});

describe("keys rotate", () => {
  test("replaces token and secret of a key, found by its name, with a day of overlap", async () => {
    const before = Date.now();
    const rotated = await cli.json<KeyPrinted>("keys", "rotate", "cutting room");
    expect(rotated.id).toBe(created.id);
    expect(rotated.token).toStartWith("nd_test_");
    expect([rotated.token, rotated.webhook_secret]).not.toContain(created.token);
    expect(rotated.webhook_secret).not.toBe(created.webhook_secret);
    expect(Date.parse(rotated.overlap_until) - before).toBeWithin(24 * HOUR_MS, 25 * HOUR_MS);
    expect(rotated.previous_token_until).toBe(rotated.overlap_until);
    expect(rotated.previous_secret_until).toBe(rotated.overlap_until);
    expect(await cli.json("keys", "show", created.id, "--reveal")).toMatchObject({
      webhook_secret: rotated.webhook_secret,
    });
  });

  test("replaces only what is asked for", async () => {
    const token = await cli.json<KeyPrinted>("keys", "rotate", created.id, "--token", "--overlap", "0");
    expect(token).not.toHaveProperty("webhook_secret");
    expect(token.previous_secret_until).toBeNull();
    const secret = await cli.json<KeyPrinted>("keys", "rotate", created.id, "--secret", "--overlap", "30m");
    expect(secret).not.toHaveProperty("token");
    expect(secret.previous_token_until).toBe(token.overlap_until);
  });

  test("prints the new token once, with a warning, and when the old one ends", async () => {
    const { stdout, stderr } = await cli.run("keys", "rotate", created.id);
    expect(stdout).toMatch(/^Token +nd_test_\S+$/m);
    expect(stdout).toMatch(/^Webhook secret +whsec_\S+$/m);
    expect(stdout).toMatch(/^Overlap +until .* \(UTC\)$/m);
    expect(stderr).toStartWith("Store the token now");
    const shown = await cli.run("keys", "show", created.id);
    expect(shown.stdout).toMatch(/^Old token valid until +\d{4}-/m);
    expect(shown.stdout).not.toContain("nd_test_");
    expect((await cli.run("keys", "rotate", created.id, "--secret", "--overlap", "0")).stdout).toContain(
      "none; the old ones no longer work",
    );
  });

  test.each(["24", "-1h", "366d", "1w", "", "1.5h"])("refuses an overlap of %j", async (overlap) => {
    const { status, stderr } = await cli.run("keys", "rotate", created.id, `--overlap=${overlap}`);
    expect(status).toBe(2);
    expect(stderr).toStartWith("--overlap: expected 0 or a span of up to 365 days (90d, 24h or 30m)");
  });

  test("refuses a revoked key and changes nothing", async () => {
    await cli.run("keys", "revoke", created.id);
    const before = await cli.json("keys", "show", created.id);
    const { status, stderr } = await cli.run("keys", "rotate", created.id);
    expect(status).toBe(1);
    expect(stderr).toContain('The key "cutting room" was revoked or has expired.');
    expect(await cli.json("keys", "show", created.id)).toEqual(before);
  });

  test("refuses an unknown key, and a name that several keys have", async () => {
    expect((await cli.run("keys", "rotate", "unknown")).stderr).toContain('There is no key "unknown"');
    const other = await cli.json<KeyPrinted>("keys", "create", "--name", "cutting room");
    const { status, stderr } = await cli.run("keys", "rotate", "cutting room");
    expect(status).toBe(1);
    expect(stderr).toContain(
      `2 keys are called "cutting room"; use the id of one of them: ${created.id}, ${other.id}.`,
    );
    await cli.run("keys", "revoke", created.id);
    expect(await cli.json("keys", "rotate", "cutting room")).toMatchObject({ id: other.id });
  });
});

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pick, type RandomGenerator } from "../../../src/sound/seeded.ts";
import type { HttpsReceiver } from "../https-receiver.ts";
import type { Acknowledged } from "./acknowledged.ts";
import { writeDump } from "./catalog-versions.ts";
import type { CrashProgram } from "./crash-program.ts";

const KILLED_SHARE = 0.4;
const KILL_AFTER_MAX_MS = 1_500;
const QUOTA_MAX = 1_000;
const PAUSE_MAX_MS = 3_000;
/** A command may end like this while the store of objects fails. */
export const STORE_FAILURE = /was answered with (403|500|502|503)/;

interface OperatorDeps {
  readonly receiver: HttpsReceiver;
  readonly program: Pick<CrashProgram, "folder" | "run">;
  readonly acknowledged: Acknowledged;
  readonly commands?: readonly [OperatorCommand, ...OperatorCommand[]];
  /** How the message of a command may say that it has failed. */
  readonly mayFail?: RegExp;
}

/** The commands of an operator: imports, backups, replays of webhooks and changes of keys, while the server runs, is killed and starts. */
export class OperatorWork {
  readonly #program: OperatorDeps["program"];
  readonly #commands: readonly [OperatorCommand, ...OperatorCommand[]];
  readonly #mayFail: RegExp;
  readonly #acknowledged: Acknowledged;
  readonly #receiver: HttpsReceiver;
  readonly #random: RandomGenerator;
  #version = 0;
  #backups = 0;

  constructor(
    { program, acknowledged, receiver, commands = COMMANDS, mayFail = STORE_FAILURE }: OperatorDeps,
    random: RandomGenerator,
  ) {
    this.#commands = commands;
    this.#mayFail = mayFail;
    this.#program = program;
    this.#acknowledged = acknowledged;
    this.#receiver = receiver;
    this.#random = random;
  }

  /** Runs commands in a random order, one after the other, some of which are killed, until `over` is aborted. */
  async run(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const killAfterMs = this.#random() < KILLED_SHARE ? this.#random() * KILL_AFTER_MAX_MS : null;
      const command = pick(this.#random, this.#commands);
      const pauseMs = this.#random() * PAUSE_MAX_MS;
      if (command === "import") await this.import(killAfterMs);
      else if (command === "back up") await this.backUp(killAfterMs);
      else if (command === "create a key") await this.#createKey(killAfterMs);
      else if (command === "rotate a key") await this.#rotateKey(killAfterMs);
      else if (command === "change a key") await this.#changeKey(killAfterMs);
      else if (command === "replay") await this.#replay(killAfterMs);
      else await this.#revokeKey(killAfterMs);
      await Bun.sleep(pauseMs);
    }
  }

  /** Imports the next version of the catalog. Returns whether that was acknowledged. */
  async import(killAfterMs: number | null): Promise<boolean> {
    const version = ++this.#version;
    const dump = await writeDump(this.#program.folder, version);
    this.#acknowledged.beginImport(version);
    const { status } = await this.#command(["import", dump, "--replace", "--yes"], killAfterMs);
    if (status === 0) this.#acknowledged.endImport(version);
    await rm(dump);
    return status === 0;
  }

  /** Writes a new backup. One that was acknowledged replaces the one before, so that the disk does not fill. */
  async backUp(killAfterMs: number | null): Promise<void> {
    const file = join(this.#program.folder, "backups", `backup-${++this.#backups}.tar`);
    const { status } = await this.#command(["backup", file], killAfterMs);
    if (status !== 0) return;
    const { backups } = this.#acknowledged;
    for (const former of backups.splice(0)) await rm(former);
    backups.push(file);
  }

  async #createKey(killAfterMs: number | null): Promise<void> {
    const { status, stdout } = await this.#command(["keys", "create", "--name", "more", "--json"], killAfterMs);
    if (status !== 0) return;
    const { id, token } = JSON.parse(stdout) as { readonly id: string; readonly token: string };
    this.#acknowledged.keys.set(id, token);
  }

  async #revokeKey(killAfterMs: number | null): Promise<void> {
    const known = this.#forgetKey();
    if (known === null) return;
    const { status } = await this.#command(["keys", "revoke", known.id], killAfterMs);
    if (status === 0) this.#acknowledged.revokedTokens.push(known.token);
  }

  async #rotateKey(killAfterMs: number | null): Promise<void> {
    const known = this.#forgetKey();
    if (known === null) return;
    const args = ["keys", "rotate", known.id, "--token", "--overlap", "0", "--json"];
    const { status, stdout } = await this.#command(args, killAfterMs);
    if (status !== 0) return;
    const { token } = JSON.parse(stdout) as { readonly token: string };
    this.#acknowledged.keys.set(known.id, token);
    this.#acknowledged.revokedTokens.push(known.token);
  }

  async #changeKey(killAfterMs: number | null): Promise<void> {
    const { keys, quotas } = this.#acknowledged;
    const [id] = keys.keys();
    if (id === undefined) return;
    const quota = 1 + Math.floor(this.#random() * QUOTA_MAX);
    quotas.delete(id);
    const { status } = await this.#command(["keys", "update", id, "--image-quota", String(quota)], killAfterMs);
    if (status === 0) quotas.set(id, quota);
  }

  /** Takes a key that works. Its token is unknown from now on: a command that is killed may have ended it. */
  #forgetKey(): { readonly id: string; readonly token: string } | null {
    const [first] = this.#acknowledged.keys;
    if (first === undefined) return null;
    const [id, token] = first;
    this.#acknowledged.keys.delete(id);
    return { id, token };
  }

  /** Sends a webhook again that has arrived. */
  async #replay(killAfterMs: number | null): Promise<void> {
    const ids = this.#receiver.received.map(({ headers }) => headers["webhook-id"] ?? "");
    const [first, ...others] = ids;
    if (first === undefined) return;
    const id = pick(this.#random, [first, ...others]);
    const arrived = ids.filter((one) => one === id).length;
    const { status, stdout } = await this.#command(["deliveries", "replay", id, "--json"], killAfterMs);
    if (status === 0 && stdout.includes("sent_again")) this.#acknowledged.replays.set(id, arrived);
  }

  async #command(
    args: readonly string[],
    killAfterMs: number | null,
  ): Promise<{ readonly status: number | null; readonly stdout: string }> {
    const ended = await this.#program.run(args, killAfterMs);
    if (ended.status === null) this.#acknowledged.commandsKilled += 1;
    else if (ended.status !== 0 && !this.#mayFail.test(ended.stderr)) {
      this.#acknowledged.faults.push(`${args.join(" ")} ended with ${ended.status}: ${ended.stderr.trim()}`);
    }
    return ended;
  }
}

export type OperatorCommand = (typeof COMMANDS)[number];

const COMMANDS = [
  "import",
  "import",
  "back up",
  "create a key",
  "create a key",
  "rotate a key",
  "change a key",
  "revoke a key",
  "replay",
] as const;

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Core, openCore } from "../../src/app/core.ts";
import { DATABASE_FILE } from "../../src/app/data-files.ts";
import { mediaStoreOf } from "../../src/app/media-store-of.ts";
import { buildServices, type Services, type ServicesOptions } from "../../src/app/services.ts";
import { signingSecretOf } from "../../src/app/secrets.ts";
import { importCatalog } from "../../src/catalog/import/import-catalog.ts";
import type { MediaMode } from "../../src/catalog/import/media/media-importer.ts";
import { describeSettings, readConfig } from "../../src/config/config.ts";
import { type CreatedKey, type KeyOptions } from "../../src/keys/manage-keys.ts";
import { silentLog } from "../../src/lib/log.ts";
import { LogTail } from "../../src/lib/log-tail.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createKey } from "./create-key.ts";
import { createKeyByPsql } from "./create-key-by-psql.ts";
import { HTTP_ON_POSTGRES, newPostgresDatabase, type PostgresDatabase } from "./postgres.ts";
import { writeNewServiceDb } from "./new-service-db.ts";

export const BASE_URL = "http://needledrop.test";
export const ADMIN_TOKEN = "an-admin-token-for-tests";
/** Time limit for child processes. */
const UNTIL_MS = 60_000;
const UNTIL_POLL_MS = 20;
/** Longer than running jobs have when the server stops. */
const STOP_MS = 60_000;
export const JSON_API = "application/vnd.api+json";

export interface HttpAppOptions {
  /** Lines of a dump, with media paths relative to `folder`/dump. Without lines, nothing is imported. */
  readonly dump?: readonly object[];
  /** Whether the dump is the demonstration catalog, whose files can be `sound:…`. */
  readonly isDemonstration?: true;
  /** Files in the folder of the dump, by relative path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The media mode of the import; in place by default. */
  readonly media?: MediaMode;
  /** Options of `serve`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where the folder of the test is made, instead of the folder for temporary files. */
  readonly parent?: string;
  /** Maximum of waiting jobs by lane, instead of the default. */
  readonly waitingMax?: NonNullable<ServicesOptions["waitingMax"]>;
}

export interface AskOptions {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface UploadedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The content type of the part. */
  readonly type: string;
  /** The form field `content_type`. */
  readonly contentType?: string;
  readonly isTypeFirst?: true;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A logged line. */
export interface Logged {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * The real application on a temporary data folder, called in memory. Time does not pass until a test moves it (`time`), and
 * jobs run only after `startJobs`.
 */
export class HttpApp {
  readonly folder: string;
  readonly time: FakeTime;
  readonly core: Core;
  readonly services: Services;
  /** Signs media URLs. */
  readonly secret: string;
  readonly logged: Logged[];
  readonly #postgres: PostgresDatabase | null;
  #hasJobs = false;

  private constructor(
    parts: Pick<HttpApp, "folder" | "time" | "core" | "services" | "secret" | "logged">,
    postgres: PostgresDatabase | null,
  ) {
    this.#postgres = postgres;
    this.folder = parts.folder;
    this.time = parts.time;
    this.core = parts.core;
    this.services = parts.services;
    this.secret = parts.secret;
    this.logged = parts.logged;
  }

  static async create(options: HttpAppOptions = {}): Promise<HttpApp> {
    const folder = temporaryFolder(options.parent);
    const time = new FakeTime();
    const logged: Logged[] = [];
    const own = { data: join(folder, "data"), "base-url": BASE_URL, "admin-token": ADMIN_TOKEN };
    const overrides = { ...own, ...options.settings };
    const postgres = HTTP_ON_POSTGRES ? await newPostgresDatabase() : null;
    const config = {
      ...readConfig({}, overrides),
      database: postgres === null ? null : { address: postgres.address, ca: null },
    };
    if (postgres === null) writeNewServiceDb(join(config.dataDir, DATABASE_FILE));
    const core = await openCore(config, recordingLog(logged, time), { clock: time });
    const { database } = core;
    if (database.engine === "postgres") time.isWaiting = () => database.connections().used > 0;
    const { waitingMax = {} } = options;
    const services = await buildServices(core, {
      version: "0.0.0-test",
      timer: time,
      stopwatch: { now: () => time.elapsed() },
      waitingMax,
      settings: () => describeSettings({}, overrides),
      ownUrl: () => BASE_URL,
    });
    await services.app.modules;
    services.lifecycle.running();
    const app = new HttpApp({ folder, time, core, services, secret: await signingSecretOf(core.db), logged }, postgres);
    for (const [name, content] of Object.entries(options.files ?? {})) await app.file(`dump/${name}`, content);
    if (options.dump !== undefined) await app.import(options.dump, options.media, options.isDemonstration === true);
    return app;
  }

  /** Imports dump lines as a complete catalog and serves it. */
  async import(lines: readonly object[], media: MediaMode = "in-place", isDemonstration = false): Promise<void> {
    const dump = await this.file("dump/catalog.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { config } = this.core;
    await importCatalog({
      ...(config.store === null ? {} : { store: mediaStoreOf(this.core, "import") }),
      dataDir: this.core.config.dataDir,
      paths: [dump],
      replace: true,
      dryRun: false,
      media,
      map: new Map(),
      reportPath: null,
      clock: this.time,
      log: silentLog,
      onProgress: null,
      signal: null,
      serviceDb: this.core.db,
      isDemonstration,
    });
    await this.services.catalog.refresh();
  }

  /** Writes a file in the test's folder and returns its path. */
  async file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  key(options: Omit<KeyOptions, "name"> = {}): CreatedKey {
    const { db, clock, newId } = this.core;
    const named = { ...options, name: "a studio" };
    if (this.#postgres !== null) return createKeyByPsql(this.#postgres, { clock, newId }, named);
    return createKey({ db, clock, newId }, named);
  }

  /** `target` is a path, or a URL from an answer. */
  async ask(target: string, { method = "GET", token, headers, body }: AskOptions = {}): Promise<Response> {
    const request = new Request(new URL(target, BASE_URL).href, {
      method,
      headers: { ...(token === undefined ? {} : { authorization: `Token ${token}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return await this.services.app.handle(request);
  }

  /** Submits a search as a client does. */
  async submit(token: string, attributes: Readonly<Record<string, unknown>>): Promise<Response> {
    const body = JSON.stringify({ data: { type: "supervisor_searches", attributes } });
    const headers = { "content-type": JSON_API };
    return await this.ask("/v1/supervisor/search", { method: "POST", token, headers, body });
  }

  /** Uploads a file as a client does. */
  async upload(token: string, file: UploadedFile): Promise<Response> {
    const form = new FormData();
    if (file.contentType !== undefined && file.isTypeFirst === true) form.set("content_type", file.contentType);
    form.set("file", new Blob([file.bytes], { type: file.type }), "a file");
    if (file.contentType !== undefined && file.isTypeFirst !== true) form.set("content_type", file.contentType);
    const request = new Request(`${BASE_URL}/v1/supervisor/assets`, {
      method: "POST",
      headers: { authorization: `Token ${token}`, ...file.headers },
      body: form,
    });
    return await this.services.app.handle(request);
  }

  /** Starts to run jobs as time passes: `await app.time.pass(ms)`. */
  async startJobs(): Promise<void> {
    this.#hasJobs = true;
    await this.services.jobs.start();
    await this.time.runDue();
  }

  /** Waits for child processes until `isDone`, without moving the clock of the application. */
  async until(isDone: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + UNTIL_MS;
    while (!(await isDone())) {
      if (performance.now() > deadline) throw new Error("It did not come to that.");
      await this.time.runDue();
      // Real time passes for the child processes.
      await Bun.sleep(UNTIL_POLL_MS);
    }
  }

  async close(): Promise<void> {
    const stopped = this.#hasJobs ? this.services.jobs.stop() : Promise.resolve();
    // A job that waits for time ends when its time to stop is over.
    if (this.#postgres !== null) await this.time.pass(STOP_MS);
    await stopped;
    for (const service of this.services.background.filter((one) => one !== this.services.jobs)) await service.stop();
    await this.services.catalog.stop();
    await this.core.close();
  }
}

function recordingLog(lines: Logged[], time: FakeTime) {
  const tail = new LogTail(() => "run");
  const at =
    (level: Logged["level"]) =>
    (fields: object, message: string): void => {
      lines.push({ level, message, fields: { ...fields } });
      tail.add(JSON.stringify({ level, time: new Date(time.now()).toISOString(), ...fields, msg: message }));
    };
  return { tail, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Config, InvalidConfig, describeSettings, readConfig } from "../../src/config/config.ts";
import { optionOf, SETTINGS, variableOf } from "../../src/config/settings.ts";
import { makeAuthority } from "../support/certificates.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let folder: string;

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(join(folder, "some.pem"), "-----BEGIN CERTIFICATE-----\n");
  writeFileSync(join(folder, "plain.txt"), "nothing");
  const authority = await makeAuthority();
  for (const name of ["one", "other"]) {
    const { certPem, keyPem } = await authority.issue([`${name}.example`]);
    writeFileSync(join(folder, `${name}.crt`), certPem);
    writeFileSync(join(folder, `${name}.key`), keyPem);
  }
});

function mistakesOf(environment: Record<string, string>, overrides: Record<string, string> = {}): readonly string[] {
  try {
    readConfig(environment, overrides);
  } catch (error) {
    if (error instanceof InvalidConfig) return error.mistakes;
    throw error;
  }
  return [];
}

describe("an empty environment", () => {
  test("gives the documented defaults", () => {
    expect<Config>(readConfig({})).toEqual({
      settingsFile: null,
      dataDir: resolve("needledrop-data"),
      host: "127.0.0.1",
      port: 4040,
      baseUrl: null,
      tls: null,
      callbackAllow: [],
      callbackCa: null,
      originals: "delete",
      analysisDays: 30,
      blocklist: null,
      watermark: null,
      ai: { baseUrl: null, apiKey: null, embedModel: null, visionModel: null },
      resultLimit: 25,
      database: null,
      store: null,
      resultDays: 365,
      auditDays: 365,
      backups: null,
      watch: { folders: [], everySeconds: 60, settleSeconds: 60, graceHours: 24, media: "copy" },
      logLevel: "info",
      logFormat: null,
      logBriefs: false,
      logFile: null,
      adminToken: null,
    });
  });
});

describe("the watched folders", () => {
  const expected = "expected folders that do not contain each other";

  test("are absolute paths, of folders that need not exist yet", () => {
    const { watch } = readConfig({ NEEDLEDROP_WATCH: `${folder}/a, ${folder}/b/,`, NEEDLEDROP_WATCH_GRACE: "0" });
    expect(watch).toMatchObject({ folders: [join(folder, "a"), join(folder, "b")], graceHours: 0 });
  });

  test.each([
    ["/srv/a,/srv/a", `${expected}, and /srv/a is in another one`],
    ["/srv/a/b,/srv/a", `${expected}, and /srv/a/b is in another one`],
    ["/,/srv", `${expected}, and /srv is in another one`],
    [Array.from({ length: 21 }, (_, at) => `/srv/${at}`).join(","), "expected at most 20 folders"],
  ])("cannot be %s", (value, complaint) => {
    expect(mistakesOf({ NEEDLEDROP_WATCH: value })[0]).toStartWith(`NEEDLEDROP_WATCH: ${complaint}`);
  });

  test("can have paths of more than 2,000 bytes only if the service database is SQLite", () => {
    const long = `/srv${`/${"é".repeat(100)}`.repeat(10)}`;
    expect(readConfig({ NEEDLEDROP_WATCH: long }).watch.folders).toEqual([long]);
    const postgres = {
      NEEDLEDROP_DATABASE: "postgres://nd:hunter2@db/needledrop",
      NEEDLEDROP_STORE: "s3://media",
      NEEDLEDROP_STORE_ACCESS_KEY: "a",
      NEEDLEDROP_STORE_SECRET_KEY: "b",
    };
    expect(readConfig({ ...postgres, NEEDLEDROP_WATCH: "/srv" }).watch.folders).toEqual(["/srv"]);
    expect(mistakesOf({ ...postgres, NEEDLEDROP_WATCH: long })).toEqual([
      "NEEDLEDROP_WATCH: the service database is on PostgreSQL, which needs folders whose paths have at most 2000 bytes.",
    ]);
  });

  test("cannot be a file", () => {
    const path = join(folder, "plain.txt");
    expect(mistakesOf({ NEEDLEDROP_WATCH: path })[0]).toStartWith(
      `NEEDLEDROP_WATCH: expected folders, and ${path} is a file`,
    );
  });

  test.each([
    ["WATCH_EVERY", "4", "a whole number from 5 to 86400"],
    ["WATCH_SETTLE", "0", "a whole number from 1 to 86400"],
    ["WATCH_GRACE", "-1", "a number that is not negative"],
    ["WATCH_MEDIA", "move", "one of copy, link, in-place"],
  ])("%s cannot be %s", (name, value, complaint) => {
    expect(mistakesOf({ [`NEEDLEDROP_${name}`]: value })[0]).toContain(`expected ${complaint}`);
  });
});

describe("the data folder", () => {
  test.each(["plain.txt", "plain.txt/below/it"])("cannot be %s, which is a file", (name) => {
    const path = join(folder, name);
    expect(mistakesOf({ NEEDLEDROP_DATA: path })).toEqual([
      `NEEDLEDROP_DATA: expected a folder, and ${join(folder, "plain.txt")} is a file, got ${JSON.stringify(path)}.`,
    ]);
  });

  test("can be one that does not exist yet", () => {
    expect(readConfig({}, { data: join(folder, "new/below") }).dataDir).toBe(join(folder, "new/below"));
  });
});

describe("a setting", () => {
  test("given as an option wins over the environment", () => {
    expect(readConfig({ NEEDLEDROP_PORT: "1" }, { port: "2" }).port).toBe(2);
  });

  test("that is empty takes its default", () => {
    expect(readConfig({ NEEDLEDROP_PORT: " ", NEEDLEDROP_HOST: "" })).toMatchObject({ port: 4040, host: "127.0.0.1" });
  });

  test("BASE_URL loses its slash at the end and keeps its path", () => {
    expect(readConfig({ NEEDLEDROP_BASE_URL: "https://music.example/api/" }).baseUrl).toBe("https://music.example/api");
  });

  test("CALLBACK_ALLOW is split, trimmed and put in lower case", () => {
    const text = " Hooks.Example , 10.0.0.0/8,, fd00::/8, 192.168.1.7";
    expect(readConfig({ NEEDLEDROP_CALLBACK_ALLOW: text }).callbackAllow).toEqual([
      "hooks.example",
      "10.0.0.0/8",
      "fd00::/8",
      "192.168.1.7",
    ]);
  });

  test("ANALYSIS_DAYS takes fractions", () => {
    expect(readConfig({ NEEDLEDROP_ANALYSIS_DAYS: "0.25" }).analysisDays).toBe(0.25);
  });

  test("CALLBACK_CA is read when the program starts", () => {
    expect(readConfig({ NEEDLEDROP_CALLBACK_CA: join(folder, "some.pem") }).callbackCa).toContain("BEGIN CERTIFICATE");
  });
});

describe("a mistake is reported by name, with what was expected and what was given", () => {
  test.each([
    ["HOST", "not a host!", 'expected an address or a host name, got "not a host!".'],
    ["PORT", "65536", 'expected a whole number from 0 to 65535, got "65536".'],
    ["PORT", "4e3", 'expected a whole number from 0 to 65535, got "4e3".'],
    [
      "BASE_URL",
      "music.example",
      'expected an http or https URL without query, fragment and user, got "music.example".',
    ],
    [
      "BASE_URL",
      "https://u:p@music.example",
      'expected an http or https URL without query, fragment and user, got "https://********@music.example".',
    ],
    ["HOST", "0.0.0.0", "0.0.0.0 means all addresses of this machine, which no link can use. Set NEEDLEDROP_BASE_URL"],
    ["TLS_CERT", "/no/such.pem", 'expected the path of a readable PEM file, got "/no/such.pem".'],
    ["TLS_KEY", "/no/such.pem", 'expected the path of a readable PEM file, got "/no/such.pem".'],
    ["CALLBACK_ALLOW", "10.0.0.0/33", "expected host names, addresses or CIDR ranges separated by commas, got"],
    [
      "CALLBACK_ALLOW",
      "https://hooks.example",
      "expected host names, addresses or CIDR ranges separated by commas, got",
    ],
    ["CALLBACK_CA", "/no/such.pem", 'expected the path of a readable PEM file, got "/no/such.pem".'],
    ["ORIGINALS", "maybe", 'expected one of delete, keep, got "maybe".'],
    ["ANALYSIS_DAYS", "0", 'expected a positive number, got "0".'],
    ["WATERMARK", "/no/such.wav", 'expected the path of a readable file, got "/no/such.wav".'],
    ["BLOCKLIST", "/no/such.txt", 'expected the path of a readable file, got "/no/such.txt".'],
    ["AI_BASE_URL", "ftp://ai.example", "expected an http or https URL without query, fragment and user, got"],
    ["RESULT_LIMIT", "101", 'expected a whole number from 1 to 100, got "101".'],
    ["LOG_LEVEL", "loud", 'expected one of debug, info, warn, error, got "loud".'],
    ["LOG_FORMAT", "xml", 'expected one of pretty, json, got "xml".'],
    ["ADMIN_TOKEN", "short", "expected at least 16 characters, got fewer."],
  ])("%s=%s", (name, value, message) => {
    const [first, ...rest] = mistakesOf({ [variableOf(name)]: value });
    expect(first).toStartWith(`${variableOf(name)}: ${message}`);
    expect(rest).toEqual([]);
    expect(mistakesOf({}, { [optionOf(name)]: value })[0]).toStartWith(`--${optionOf(name)}: ${message}`);
  });

  test.each(["postgres://nd:hunter2@db", "mysql://nd:hunter2@db/x", "postgres://nd:hunter2@db/x?sslmode=prefer"])(
    "the address %s of a database is not repeated, nor shown",
    (address) => {
      const environment = { NEEDLEDROP_DATABASE: address };
      const [mistake, ...rest] = mistakesOf(environment);
      expect(mistake).toStartWith("NEEDLEDROP_DATABASE: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE; ");
      expect(rest).toEqual([]);
      expect(mistake + JSON.stringify(describeSettings(environment))).not.toMatch(/hunter2|db/);
    },
  );

  test("a database on PostgreSQL without a store", () => {
    const database = "postgres://nd:hunter2@db/needledrop";
    expect(mistakesOf({ NEEDLEDROP_DATABASE: database })).toEqual([
      "NEEDLEDROP_DATABASE: set NEEDLEDROP_STORE, too. Nodes that share a database share their media and catalogs in an S3-compatible store.",
    ]);
    const store = {
      NEEDLEDROP_STORE: "s3://media",
      NEEDLEDROP_STORE_ACCESS_KEY: "a",
      NEEDLEDROP_STORE_SECRET_KEY: "b",
    };
    expect(readConfig({ ...store, NEEDLEDROP_DATABASE: database }).database).toEqual({ address: database, ca: null });
    expect(mistakesOf({ ...store, NEEDLEDROP_DATABASE: database, NEEDLEDROP_BACKUP_DIR: "/backup" })).toEqual([
      "NEEDLEDROP_BACKUP_DIR: the service database is on PostgreSQL, and backups do not contain it. Unset it, and back up the database with pg_dump; media and catalogs are in the store.",
    ]);
    expect(readConfig(store).database).toBeNull();
  });

  test("a PEM file without PEM in it", () => {
    expect(mistakesOf({ NEEDLEDROP_CALLBACK_CA: join(folder, "plain.txt") })).toHaveLength(1);
  });

  test("a misspelt variable", () => {
    expect(mistakesOf({ NEEDLEDROP_PROT: "4040", PATH: "/bin" })).toEqual([
      "NEEDLEDROP_PROT: unknown setting. `needledrop help serve` lists all settings.",
    ]);
  });

  test("a token that is too short is not repeated", () => {
    expect(mistakesOf({ NEEDLEDROP_ADMIN_TOKEN: "hunter2" }).join()).not.toContain("hunter2");
  });

  test.each(["http://user:p@ss@ai.example/v1?", "user:p@ss@ai.example", "ftp://user:p@ss/@ai.example"])(
    "user and password of %s are not repeated, nor shown",
    (url) => {
      const environment = { NEEDLEDROP_AI_BASE_URL: url };
      const shown = [...mistakesOf(environment), JSON.stringify(describeSettings(environment))];
      expect(shown).toHaveLength(2);
      for (const text of shown) {
        expect(text).toContain("********@ai.example");
        expect(text).not.toMatch(/user:|p@ss|ss\//);
      }
    },
  );

  test.each(["0.0.0.0", "::", "0:0:0:0:0:0:0:0", "::0", "0", "0x0", "::ffff:0.0.0.0"])(
    "the wildcard %s as HOST needs BASE_URL",
    (host) => {
      expect(mistakesOf({ NEEDLEDROP_HOST: host })).toHaveLength(1);
      expect(mistakesOf({ NEEDLEDROP_HOST: host, NEEDLEDROP_BASE_URL: "https://music.example" })).toEqual([]);
    },
  );

  test.each(["127.0.0.1", "::1", "fe80::1%eth0", "10.0.0.0", "music.example"])("%s as HOST needs none", (host) => {
    expect(mistakesOf({ NEEDLEDROP_HOST: host })).toEqual([]);
  });

  test("all of them at once", () => {
    const mistakes = mistakesOf({
      NEEDLEDROP_PORT: "x",
      NEEDLEDROP_LOG_LEVEL: "x",
      NEEDLEDROP_RESULT_LIMIT: "x",
      NEEDLEDROP_NOTHING: "x",
    });
    expect(mistakes.map((mistake) => mistake.split(":")[0])).toEqual([
      "NEEDLEDROP_NOTHING",
      "NEEDLEDROP_PORT",
      "NEEDLEDROP_RESULT_LIMIT",
      "NEEDLEDROP_LOG_LEVEL",
    ]);
  });
});

describe("TLS_CERT and TLS_KEY", () => {
  const tls = (cert: string, key: string): Record<string, string> => ({
    NEEDLEDROP_TLS_CERT: join(folder, cert),
    NEEDLEDROP_TLS_KEY: join(folder, key),
  });
  const noKey = "expected the path of a PEM file with a private key without a password";
  const noCertificate = "expected the path of a PEM file with a valid certificate";

  test("are taken as a pair, also out of one file", () => {
    expect(readConfig(tls("one.crt", "one.key")).tls?.cert).toContain("BEGIN CERTIFICATE");
    const both = ["one.key", "one.crt"].map((name) => readFileSync(join(folder, name), "utf8"));
    writeFileSync(join(folder, "both.pem"), both.join(""));
    expect(readConfig(tls("both.pem", "both.pem")).tls?.key).toContain("PRIVATE KEY");
  });

  test.each([
    ["one.crt", "other.key", "NEEDLEDROP_TLS_KEY: expected the private key of the certificate in NEEDLEDROP_TLS_CERT,"],
    ["one.crt", "one.crt", `NEEDLEDROP_TLS_KEY: ${noKey}`],
    ["one.key", "one.key", `NEEDLEDROP_TLS_CERT: ${noCertificate}`],
    ["some.pem", "one.key", `NEEDLEDROP_TLS_CERT: ${noCertificate}`],
    ["plain.txt", "one.key", "NEEDLEDROP_TLS_CERT: expected the path of a readable PEM file"],
    [".", "one.key", "NEEDLEDROP_TLS_CERT: expected the path of a readable PEM file"],
  ])("%s and %s are one mistake", (cert, key, message) => {
    const [first, ...rest] = mistakesOf(tls(cert, key));
    expect(first).toStartWith(message);
    expect(rest).toEqual([]);
  });

  test("given as options are named as options", () => {
    const options = { "tls-cert": join(folder, "absent.crt"), "tls-key": join(folder, "one.key") };
    expect(mistakesOf({}, options)).toEqual([
      `--tls-cert: expected the path of a readable PEM file, got ${JSON.stringify(options["tls-cert"])}.`,
    ]);
    expect(mistakesOf({}, { ...options, "tls-cert": join(folder, "other.crt") })[0]).toStartWith(
      "--tls-key: expected the private key of the certificate in --tls-cert, got a different key in ",
    );
  });

  test("go together", () => {
    const { NEEDLEDROP_TLS_CERT: cert = "", NEEDLEDROP_TLS_KEY: key = "" } = tls("one.crt", "one.key");
    const message = "NEEDLEDROP_TLS_CERT and NEEDLEDROP_TLS_KEY belong together: set both or neither.";
    expect(mistakesOf({ NEEDLEDROP_TLS_CERT: cert })).toEqual([message]);
    expect(mistakesOf({ NEEDLEDROP_TLS_KEY: key })).toEqual([message]);
  });
});

describe("the settings as they are shown", () => {
  test("name every setting with its source", () => {
    const shown = describeSettings({ NEEDLEDROP_PORT: "1" }, { host: "::1" });
    expect(shown.map((setting) => setting.name)).toEqual(SETTINGS.map((setting) => variableOf(setting.name)));
    const sourceOf = (name: string): string | undefined => shown.find((setting) => setting.name === name)?.source;
    expect(["NEEDLEDROP_PORT", "NEEDLEDROP_HOST", "NEEDLEDROP_DATA"].map(sourceOf)).toEqual([
      "environment",
      "option",
      "default",
    ]);
  });

  test("mask every secret, and show that there is one", () => {
    const secrets = { NEEDLEDROP_ADMIN_TOKEN: "correct horse battery", NEEDLEDROP_AI_API_KEY: "sk-staple" };
    const shown = describeSettings(secrets);
    const text = JSON.stringify(shown);
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    expect(shown.filter((setting) => setting.value === "********")).toHaveLength(2);
    expect(describeSettings({}).some((setting) => setting.value === "********")).toBe(false);
  });
});

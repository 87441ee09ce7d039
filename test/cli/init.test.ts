import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { TestCli } from "./setup.ts";

let cli: TestCli;
let folder: string;

beforeEach(() => {
  cli = new TestCli();
  folder = cli.path("setup");
});

function written(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

function systemdVersion(analyse: string): number {
  return Number(/^systemd (\d+)/.exec(Bun.spawnSync([analyse, "--version"]).stdout.toString())?.[1] ?? 0);
}

describe("init", () => {
  test("asks, and writes the answers to a settings file that a server accepts", async () => {
    cli.answer(cli.path("music data"), "0.0.0.0", "5050", "https://music.studio.example/", "");
    const { status, stderr } = await cli.run("init", folder, "--config", join(folder, "etc/my.toml"));
    expect(status).toBe(0);
    expect(stderr).toContain("Port to listen on [4040]: ");
    const path = join(folder, "etc/my.toml");
    expect(readConfig({}, { config: path })).toMatchObject({
      dataDir: cli.path("music data"),
      host: "0.0.0.0",
      port: 5050,
      baseUrl: "https://music.studio.example",
      resultLimit: 25,
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("asks again after a wrong answer, and gives up after three", async () => {
    cli.answer("/srv/needledrop", "127.0.0.1", "many", "4041", "", "");
    const { status, stderr } = await cli.run("init", folder);
    expect(status).toBe(0);
    expect(stderr).toContain('--port: expected a whole number from 1 to 65535, got "many".');
    expect(written("needledrop.toml")).toContain("port = 4041");
    cli.answer("/srv/needledrop", "127.0.0.1", "a", "b", "c", "4041");
    expect((await cli.run("init", cli.path("other"))).status).toBe(2);
    expect(existsSync(cli.path("other"))).toBe(false);
  });

  test("takes options and defaults without a terminal", async () => {
    const { files, settings } = await cli.json<{ files: string[]; settings: string }>(
      "init",
      folder,
      "--port",
      "8080",
      "--user",
      "music",
      "--data",
      cli.data,
    );
    expect(files.map((file) => file.slice(folder.length + 1))).toEqual([
      "needledrop.toml",
      "needledrop.service",
      "Caddyfile",
      "nginx.conf",
      "Containerfile",
    ]);
    expect(readConfig({}, { config: settings })).toMatchObject({ port: 8080, host: "127.0.0.1", dataDir: cli.data });
    expect(written("needledrop.service")).toContain("User=music\n");
    expect(existsSync(cli.data)).toBe(false);
  });

  test.each([
    [["--port", "0"], "--port: expected a whole number from 1 to 65535"],
    [["--host", "0.0.0.0"], "--base-url: expected the URL that clients use, because 0.0.0.0 is no address"],
    [["--base-url", "music.example"], "--base-url: expected an http or https URL"],
    [["--user", "no such user!"], "--user: expected the name of a user of this system"],
    [["--user", "music\nExecStartPre=/bin/true"], "--user: expected the name of a user of this system"],
  ])("refuses %p", async (options, reason) => {
    const { status, stderr } = await cli.run("init", folder, ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(reason);
    expect(existsSync(folder)).toBe(false);
  });

  test("replaces nothing without --force", async () => {
    await cli.run("init", folder);
    writeFileSync(join(folder, "Caddyfile"), "mine");
    writeFileSync(join(folder, "needledrop.toml"), "# mine");
    const { status, stderr } = await cli.run("init", folder);
    expect(status).toBe(1);
    expect(stderr).toContain("needledrop.toml");
    expect(stderr).toContain("--force");
    expect(written("Caddyfile")).toBe("mine");
    expect((await cli.run("init", folder, "--force")).status).toBe(0);
    expect(written("Caddyfile")).not.toBe("mine");
  });
});

describe("the systemd unit", () => {
  test("starts the server as its user, with a path that has spaces and signs", async () => {
    await cli.run("init", folder, "--data", '/srv/the "best" 100% music', "--config", join(folder, "a b.toml"));
    const unit = written("needledrop.service");
    expect(unit).toContain(`ExecStart="/usr/local/bin/needledrop" serve --config "${join(folder, "a b.toml")}"\n`);
    expect(unit).toContain('ReadWritePaths="/srv/the \\"best\\" 100%% music"\n');
    expect(unit).toMatch(/^Type=notify$/m);
    expect(unit).toMatch(/^WantedBy=multi-user\.target$/m);
  });

  test("sends a stop to the server only, so that no decoder is killed while the server still judges its file", async () => {
    await cli.run("init", folder);
    expect(written("needledrop.service")).toMatch(/^KillMode=mixed$/m);
  });

  test("may bind a low port, and only then has a capability", async () => {
    await cli.run("init", folder, "--port", "443");
    expect(written("needledrop.service")).toContain("AmbientCapabilities=CAP_NET_BIND_SERVICE\n");
    await cli.run("init", folder, "--force");
    expect(written("needledrop.service")).toContain("AmbientCapabilities=\n");
  });

  const analyse = Bun.which("systemd-analyze");
  test.skipIf(analyse === null)("passes the check of systemd", async () => {
    await cli.run("init", folder, "--user", "root");
    const path = join(folder, "needledrop.service");
    writeFileSync(path, written("needledrop.service").replace("/usr/local/bin/needledrop", "/bin/true"));
    const { stderr, exitCode } = Bun.spawnSync([analyse ?? "", "verify", path]);
    expect(stderr.toString()).toBe("");
    expect(exitCode).toBe(0);
  });

  // SECURITY.md promises less than 2. systemd rates in tenths, from version 250 also files that are not installed.
  const rates = analyse !== null && systemdVersion(analyse) >= 250;
  test.skipIf(!rates).each(["4040", "443"])("is rated below 2 by systemd with port %s", async (port) => {
    await cli.run("init", folder, "--port", port);
    const path = join(folder, "needledrop.service");
    const command = [analyse ?? "", "security", "--no-pager", "--offline=yes", "--threshold=19", path];
    const { stdout, exitCode } = Bun.spawnSync(command);
    expect([exitCode, stdout.toString().trim().split("\n").at(-1)]).toEqual([0, expect.stringContaining("OK")]);
  });
});

describe("the examples for proxies", () => {
  test("have the public name and the address of the server", async () => {
    await cli.run("init", folder, "--base-url", "https://music.studio.example", "--port", "4050");
    expect(written("Caddyfile")).toContain("\nmusic.studio.example {");
    expect(written("Caddyfile")).toContain("reverse_proxy 127.0.0.1:4050 {");
    expect(written("nginx.conf")).toContain("server_name music.studio.example;");
    expect(written("nginx.conf")).toContain("proxy_pass http://127.0.0.1:4050;");
  });

  const nginx = Bun.which("nginx");
  test.skipIf(nginx === null)("pass the check of nginx", async () => {
    await cli.run("init", folder);
    const site = written("nginx.conf").replace(/listen 443 ssl;|http2 on;|ssl_certificate.*;/g, "");
    const path = cli.file("nginx.conf", `pid ${cli.path("pid")};\nevents {}\nhttp {\n${site}\n}\n`);
    const { stderr, exitCode } = Bun.spawnSync([nginx ?? "", "-t", "-c", path, "-e", cli.path("error.log")]);
    expect(`${exitCode} ${stderr.toString()}`).toStartWith("0 ");
  });
});

describe("the Containerfile", () => {
  test("runs as another user than root", async () => {
    await cli.run("init", folder);
    expect(written("Containerfile")).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });

  // Tests do not use the network, so the builder must work and already have the image.
  const hasImage = (builder: string): boolean =>
    Bun.spawnSync([builder, "image", "inspect", "docker.io/library/debian:trixie-slim"]).success;
  const builder = ["podman", "docker"].find((name) => Bun.which(name) !== null && hasImage(name));
  test.skipIf(builder === undefined)("is built", async () => {
    await cli.run("init", folder);
    writeFileSync(join(folder, "needledrop"), "#!/bin/sh\n", { mode: 0o755 });
    const { exitCode, stderr } = Bun.spawnSync([builder ?? "", "build", "-f", "Containerfile", "."], { cwd: folder });
    expect(`${exitCode} ${stderr.toString().slice(-500)}`).toStartWith("0 ");
  });
});

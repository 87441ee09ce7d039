import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { StoreSettings } from "../../src/config/store-settings.ts";

const NEEDED = ["/usr/bin/swift-ring-builder", "/usr/bin/swift-proxy-server", "/usr/bin/memcached"];
const STARTED_MAX_MS = 120_000;
const POLL_MS = 100;
const SERVERS = ["account", "container", "object"] as const;
const BUCKET = "needledrop-test";

/** Swift reads its hash settings from a fixed path, which only root can write. */
const LAUNCHER = `import os, sys
import swift.common.utils as utils
utils.SWIFT_CONF_FILE = os.path.join(os.path.dirname(sys.argv[1]), "swift.conf")
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[1], sys.argv[2]))
`;

export interface Swift {
  readonly settings: StoreSettings;
  stop(): Promise<void>;
}

/**
 * Starts Debian's Swift with its S3 interface in a folder on a disk, as the user of this process. Null if it is not installed. Its five
 * processes need some ten seconds of processor time.
 */
export async function startSwift(folder: string): Promise<Swift | null> {
  if (!NEEDED.every((path) => existsSync(path))) return null;
  const ports = freePorts(SERVERS.length + 2);
  const [proxyPort = 0, cachePort = 0, ...serverPorts] = ports;
  await mkdir(join(folder, "srv", "d1"), { recursive: true });
  await writeFile(join(folder, "launch.py"), LAUNCHER);
  await writeFile(
    join(folder, "swift.conf"),
    "[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n[storage-policy:0]\nname = gold\ndefault = yes\n",
  );
  for (const [at, server] of SERVERS.entries()) {
    const port = serverPorts[at] ?? 0;
    await writeFile(join(folder, `${server}-server.conf`), serverConf(folder, server, port));
    for (const args of [["create", "4", "1", "1"], ["add", `r1z1-127.0.0.1:${port}/d1`, "1"], ["rebalance"]]) {
      Bun.spawnSync(["swift-ring-builder", `${server}.builder`, ...args], { cwd: folder });
    }
  }
  await writeFile(join(folder, "proxy-server.conf"), proxyConf(folder, proxyPort, cachePort));
  const quiet = { cwd: folder, stdout: "ignore", stderr: "ignore" } as const;
  const children = [
    Bun.spawn(["memcached", "-l", "127.0.0.1", "-p", String(cachePort), "-U", "0", "-m", "8", ...asUser()], quiet),
    ...[...SERVERS, "proxy"].map((server) =>
      Bun.spawn(
        ["/usr/bin/python3", join(folder, "launch.py"), join(folder, `${server}-server.conf`), `${server}-server`],
        quiet,
      ),
    ),
  ];
  const stop = async (): Promise<void> => {
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(children.map((child) => child.exited));
  };
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  if (!(await isAnswering(endpoint))) {
    await stop();
    throw new Error("Swift did not start.");
  }
  await makeBucket(endpoint);
  return { settings: settingsFor(endpoint), stop };
}

function settingsFor(endpoint: string): StoreSettings {
  return {
    url: `s3://${BUCKET}/studio`,
    bucket: BUCKET,
    prefix: "studio/",
    endpoint,
    region: "us-east-1",
    accessKey: "test:tester",
    secretKey: "testing",
    pathStyle: true,
    cacheBytes: 1024 ** 3,
    checkDays: 0,
    redirects: false,
    ca: null,
  };
}

function asUser(): string[] {
  return userInfo().uid === 0 ? ["-u", "root"] : [];
}

function freePorts(count: number): number[] {
  const servers = Array.from({ length: count }, () =>
    Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() }),
  );
  const ports = servers.map(({ port }) => port ?? 0);
  for (const server of servers) void server.stop(true);
  return ports;
}

async function isAnswering(endpoint: string): Promise<boolean> {
  for (let waited = 0; waited < STARTED_MAX_MS; waited += POLL_MS) {
    const answer = await fetch(`${endpoint}/healthcheck`).catch(() => null);
    if (answer?.status === 200) return true;
    await Bun.sleep(POLL_MS);
  }
  return false;
}

async function makeBucket(endpoint: string): Promise<void> {
  const { AwsClient } = await import("aws4fetch");
  const client = new AwsClient({
    accessKeyId: "test:tester",
    secretAccessKey: "testing",
    service: "s3",
    region: "us-east-1",
  });
  for (let waited = 0; waited < STARTED_MAX_MS; waited += POLL_MS) {
    const answer = await client.fetch(`${endpoint}/${BUCKET}`, { method: "PUT" }).catch(() => null);
    if (answer?.status === 200) return;
    await Bun.sleep(POLL_MS);
  }
  throw new Error("Swift made no bucket.");
}

function commonConf(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, "srv")}
mount_check = false
log_udp_host = 127.0.0.1
log_udp_port = 9
recon_cache_path = ${folder}
`;
}

function serverConf(folder: string, server: string, port: number): string {
  return `${commonConf(folder, port)}[pipeline:main]
pipeline = ${server}-server
[app:${server}-server]
use = egg:swift#${server}
`;
}

function proxyConf(folder: string, port: number, cachePort: number): string {
  return `${commonConf(folder, port)}[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
`;
}

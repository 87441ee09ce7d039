/**
 * Compares clients of S3: an upload of 500 MB from a file, and 10,000 ranges of 64 KiB. Each client runs in a process, against a server
 * in this one that keeps nothing. Prints processor time and the most memory above that at the start, with ratios to ours. Bun's client
 * is built in; others are used if their packages are in the folder `--clients`.
 *
 *   bun scripts/bench/s3.ts [--megabytes 500] [--ranges 10000] [--clients FOLDER]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { S3Objects } from "../../src/objects/s3-objects.ts";
import { withFolder } from "../lib/with-folder.ts";

const MEGABYTE = 1_000_000;
const RANGE_BYTES = 64 * 1024;
const SAMPLED_EVERY_MS = 20;
const KEYS = { accessKeyId: "key", secretAccessKey: "secret", region: "us-east-1" };

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "500" },
    ranges: { type: "string", default: "10000" },
    clients: { type: "string", default: "" },
    child: { type: "string" },
    endpoint: { type: "string", default: "" },
    file: { type: "string", default: "" },
  },
});
const { clients: folder, endpoint, file } = values;
const [megabytes, ranges] = [Number(values.megabytes), Number(values.ranges)];

interface Client {
  upload(): Promise<unknown>;
  range(first: number, last: number): Promise<Uint8Array | ArrayBuffer>;
}

interface Measured {
  readonly uploadCpu: number;
  readonly uploadMiB: number;
  readonly rangesCpu: number;
  readonly rangesMiB: number;
}

async function ours(): Promise<Client> {
  const [bucket, prefix] = ["bucket", ""];
  const settings = {
    url: "s3://bucket",
    bucket,
    prefix,
    endpoint,
    pathStyle: true,
    cacheBytes: 0,
    checkDays: 0,
    redirects: false,
    ca: null,
  };
  const objects = new S3Objects({
    ...settings,
    region: "us-east-1",
    accessKey: KEYS.accessKeyId,
    secretKey: KEYS.secretAccessKey,
  });
  const digest = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(file).stream()) digest.update(chunk);
  const content = { digest: digest.digest("hex"), byteSize: Bun.file(file).size };
  return {
    upload: () => objects.put("big", file, content, null),
    range: (first, last) => objects.read("big", first, last, null),
  };
}

async function bun(): Promise<Client> {
  const client = new Bun.S3Client({ ...KEYS, endpoint, bucket: "bucket" });
  return {
    upload: () => Bun.write(client.file("big"), Bun.file(file)),
    range: (first, last) =>
      client
        .file("big")
        .slice(first, last + 1)
        .arrayBuffer(),
  };
}

/** The packages are not dependencies of this project, so their types are unknown here. */
async function load(
  path: string,
): Promise<Record<string, new (...given: unknown[]) => Record<string, (...given: unknown[]) => Promise<unknown>>>> {
  return await import(join(folder, "node_modules", path));
}

async function s3mini(): Promise<Client> {
  const { S3mini } = await load("s3mini");
  if (S3mini === undefined) throw new Error("s3mini has another form.");
  const client = new S3mini({ ...KEYS, endpoint: `${endpoint}/bucket` });
  return {
    upload: async () => await client["putAnyObject"]?.("big", Bun.file(file).stream()),
    range: async (first, last) => {
      const answer = await client["getObjectRaw"]?.("big", false, first, last + 1);
      if (!(answer instanceof Response)) throw new Error("s3mini returned no answer.");
      return await answer.arrayBuffer();
    },
  };
}

async function aws(): Promise<Client> {
  const { S3Client, GetObjectCommand } = await load("@aws-sdk/client-s3");
  const { Upload } = await load("@aws-sdk/lib-storage");
  const { createReadStream } = await import("node:fs");
  if (S3Client === undefined || GetObjectCommand === undefined || Upload === undefined) throw new Error("no client");
  const { accessKeyId, secretAccessKey, region } = KEYS;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  const Bucket = "bucket";
  return {
    upload: async () => {
      const params = { Bucket, Key: "big", Body: createReadStream(file, { highWaterMark: 1024 ** 2 }) };
      return await new Upload({ client, params, partSize: 8 * 1024 ** 2, queueSize: 2 })["done"]?.();
    },
    range: async (first, last) => {
      const command = new GetObjectCommand({ Bucket, Key: "big", Range: `bytes=${first}-${last}` });
      const answer = Object(await client["send"]?.(command));
      return await answer.Body.transformToByteArray();
    },
  };
}

const CLIENTS: Readonly<Record<string, () => Promise<Client>>> = {
  ours,
  bun,
  ...(folder === "" ? {} : { s3mini, aws }),
};

if (values.child !== undefined) await runChild(values.child);
else await compare();
process.exit(0);

async function runChild(name: string): Promise<void> {
  const client = await CLIENTS[name]?.();
  if (client === undefined) throw new Error(`There is no client ${name}.`);
  const upload = await measured(() => client.upload());
  const size = megabytes * MEGABYTE;
  const read = await measured(async () => {
    for (let at = 0; at < ranges; at++) {
      const first = (at * 7_919_993) % (size - RANGE_BYTES);
      const bytes = await client.range(first, first + RANGE_BYTES - 1);
      if (bytes.byteLength !== RANGE_BYTES) throw new Error(`${name} read ${bytes.byteLength} bytes.`);
    }
  });
  const result = { uploadCpu: upload.cpu, uploadMiB: upload.mib, rangesCpu: read.cpu, rangesMiB: read.mib };
  console.log(JSON.stringify(result satisfies Measured));
}

async function measured(work: () => Promise<unknown>): Promise<{ readonly cpu: number; readonly mib: number }> {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLED_EVERY_MS);
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  clearInterval(sampling);
  return { cpu: (user + system) / MEGABYTE, mib: (most - before) / 1024 ** 2 };
}

async function compare(): Promise<void> {
  await withFolder(async (work) => {
    const path = join(work, "big");
    await Bun.write(path, new Uint8Array(megabytes * MEGABYTE));
    const server = startSink();
    let base: Measured | null = null;
    for (const name of Object.keys(CLIENTS)) {
      const result = await runApart(name, `http://127.0.0.1:${server.port}`, path);
      base ??= result;
      const ratio = (one: number, other: number): string => (one / Math.max(other, 0.01)).toFixed(2);
      console.log(
        `${name.padEnd(7)} upload ${result.uploadCpu.toFixed(2)} s (${ratio(result.uploadCpu, base.uploadCpu)}), +${result.uploadMiB.toFixed(0)} MiB; ranges ${result.rangesCpu.toFixed(2)} s (${ratio(result.rangesCpu, base.rangesCpu)}), +${result.rangesMiB.toFixed(0)} MiB`,
      );
    }
    await server.stop(true);
  });
}

async function runApart(name: string, url: string, path: string): Promise<Measured> {
  const shared = ["--megabytes", String(megabytes), "--ranges", String(ranges), "--clients", folder];
  const child = Bun.spawn(
    [process.execPath, import.meta.path, "--child", name, "--endpoint", url, "--file", path, ...shared],
    { stdout: "pipe", stderr: "inherit" },
  );
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${name} failed.`);
  return JSON.parse(text.trim().split("\n").at(-1) ?? "");
}

/** Answers as S3 does, and keeps nothing. */
function startSink(): Bun.Server<undefined> {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    maxRequestBodySize: 2 * 1024 ** 3,
    async fetch(request) {
      const url = new URL(request.url);
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get("range") ?? "");
      if (range !== null) {
        const length = Number(range[2]) - Number(range[1]) + 1;
        const headers = { "content-range": `bytes ${range[1]}-${range[2]}/${megabytes * MEGABYTE}`, etag: '"e"' };
        return new Response(new Uint8Array(length), { status: 206, headers });
      }
      for await (const chunk of request.body ?? []) void chunk;
      const xml = { headers: { "content-type": "application/xml", etag: '"e"' } };
      const head = '<?xml version="1.0"?>';
      if (request.method === "POST" && url.searchParams.has("uploads")) {
        const ids = "<Bucket>bucket</Bucket><Key>big</Key><UploadId>1</UploadId>";
        return new Response(`${head}<InitiateMultipartUploadResult>${ids}</InitiateMultipartUploadResult>`, xml);
      }
      if (request.method === "POST") {
        const end = '<Location>x</Location><Bucket>bucket</Bucket><Key>big</Key><ETag>"e"</ETag>';
        return new Response(`${head}<CompleteMultipartUploadResult>${end}</CompleteMultipartUploadResult>`, xml);
      }
      return new Response(null, { headers: { etag: '"e"' } });
    },
  });
}

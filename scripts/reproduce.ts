/**
 * `bun scripts/reproduce.ts [--target bun-linux-x64]`: builds the current commit twice, in folders of different depth and with
 * different environments, and compares the executables and their bills of materials. The exit status is 1 if they differ;
 * then the first differences are printed, and the folder stays for inspection.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const SHOWN_DIFFERENCES = 5;
const SHOWN_BYTES = 120;
/** A difference this far after the last one is a new one. */
const APART_BYTES = 4_096;

const { values } = parseArgs({ options: { target: { type: "string", default: "bun-linux-x64" } } });
const root = join(import.meta.dir, "..");
const folder = await mkdtemp(join(tmpdir(), "needledrop-reproduce-"));
const places = [
  { name: "a", environment: { HOME: join(folder, "home-a"), TZ: "UTC", LANG: "C" } },
  {
    name: join("b", "much", "deeper"),
    environment: { HOME: join(folder, "home-b"), TZ: "Asia/Kolkata", LANG: "de_DE.UTF-8" },
  },
];
const [one = "", other = ""] = await inOrder(places, ({ name, environment }) => build(join(folder, name), environment));
const files = [
  ["executable", one, other],
  ["bill of materials", `${one}.cdx.json`, `${other}.cdx.json`],
] as const;
let isEqual = true;
for (const [what, left, right] of files) {
  const [first, second] = [await digestOf(left), await digestOf(right)];
  console.log(`${what}: ${first}${first === second ? ", twice" : `, then ${second}`}`);
  if (first === second) continue;
  isEqual = false;
  for (const difference of await differences(left, right)) console.error(difference);
}
if (isEqual) await rm(folder, { recursive: true, force: true });
else console.error(`The builds are in ${folder}.`);
process.exitCode = isEqual ? 0 : 1;

/** Copies the commit and the installed packages to `place`, builds there, and returns the path of the executable. */
async function build(place: string, environment: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(environment["HOME"] ?? "", { recursive: true });
  await run(["git", "clone", "--quiet", "--no-hardlinks", root, place], root, {});
  // Links to the same files, so that the copies take no space; the paths differ, which is what counts.
  await run(["cp", "-al", join(root, "node_modules"), join(place, "node_modules")], root, {});
  const outfile = join(place, "needledrop");
  const target = values.target;
  await run([process.execPath, "scripts/build.ts", "--target", target, "--outfile", outfile], place, environment);
  return outfile;
}

async function run(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const env = { PATH: process.env["PATH"] ?? "", ...environment };
  const child = Bun.spawn([...command], { cwd, env, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const complaint = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}: ${complaint.trim()}`);
}

async function digestOf(path: string): Promise<string> {
  return new Bun.CryptoHasher("sha256").update(await Bun.file(path).arrayBuffer()).digest("hex");
}

/** Returns the first differing places as printable text. */
async function differences(left: string, right: string): Promise<readonly string[]> {
  const [first, second] = [
    Buffer.from(await Bun.file(left).arrayBuffer()),
    Buffer.from(await Bun.file(right).arrayBuffer()),
  ];
  const shown: string[] = [`${left} has ${first.length} bytes, ${right} has ${second.length}`];
  let at = 0;
  while (at < Math.min(first.length, second.length) && shown.length <= SHOWN_DIFFERENCES) {
    if (first[at] === second[at]) {
      at += 1;
      continue;
    }
    const text = (bytes: Buffer): string =>
      bytes.toString("latin1", Math.max(0, at - SHOWN_BYTES / 2), at + SHOWN_BYTES).replaceAll(/[^\x20-\x7e]/g, "·");
    shown.push(`at ${at}:\n  ${text(first)}\n  ${text(second)}`);
    at += APART_BYTES;
  }
  return shown;
}

async function inOrder<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

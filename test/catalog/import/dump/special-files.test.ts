import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { wavBytes } from "../../../support/small-media.ts";
import { songsNamed, WatchFixture } from "../../watch/watch-fixture.ts";

const REASON = "not read: a pipe, a device or a socket, not a file";

let watch: WatchFixture;
let sockets: Server[];
beforeEach(async () => {
  watch = await WatchFixture.make();
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.close();
  await watch.catalog.remove();
});

const at = (name: string): string => join(watch.folder, name);

async function listen(path: string): Promise<void> {
  const socket = createServer();
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.listen(path, resolve));
}

/** Reading the first would wait forever, the second cannot be opened, and the third never ends. */
async function writeSpecialFiles(folder: string): Promise<readonly string[]> {
  await mkdir(at(folder), { recursive: true });
  const paths = ["txt", "wav", "jsonl"].flatMap((ending) =>
    ["pipe", "socket", "endless"].map((name) => at(join(folder, `${name}.${ending}`))),
  );
  for (const path of paths) {
    if (path.includes("pipe.")) expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
    else if (path.includes("socket.")) await listen(path);
    else await symlink("/dev/zero", path);
  }
  return paths;
}

test("pipes, sockets and devices in an imported folder are named and not read", async () => {
  const paths = await writeSpecialFiles("music");
  await watch.catalog.write("music/song.wav", wavBytes());
  await watch.catalog.write("music/songs.jsonl", '{"id":"1","title":"One"}\n');
  await watch.catalog.importPaths([at("music")]);
  expect(watch.catalog.ids()).toContain("1");
  const named = (await watch.catalog.report()).filter(({ reason }) => reason === REASON);
  expect(named.map(({ file }) => file).toSorted()).toEqual(paths.toSorted());
});

test("pipes, sockets and devices in a watched folder do not keep its songs out", async () => {
  await writeSpecialFiles(".");
  await watch.write("a.jsonl", songsNamed("a", 2));
  await watch.settle();
  expect(watch.ids()).toHaveLength(2);
  expect(watch.status()?.state).toBe("current");
});

import { describe, expect, test } from "bun:test";
import { open } from "yauzl";
import { MakingFailed } from "../../../src/media/make/making-failed.ts";
import { stemNames } from "../../../src/media/make/stem-names.ts";
import { zipStems } from "../../../src/media/make/zip-stems.ts";
import { musicWav } from "./sound.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

const folder = new TestFolder();
const never = new AbortController().signal;

interface Entry {
  readonly method: number;
  readonly bytes: Uint8Array;
}

/** The entries of an archive by name, with their compression. */
function entriesOf(path: string): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const found = new Map<string, Entry>();
    open(path, { lazyEntries: true }, (failure, zip) => {
      if (failure !== null) return reject(failure);
      zip.on("error", reject);
      zip.on("end", () => resolve(found));
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error !== null) return reject(error);
          const chunks: Uint8Array[] = [];
          stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
          stream.on("end", () => {
            found.set(entry.fileName, { method: entry.compressionMethod, bytes: Buffer.concat(chunks) });
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}

describe("a stems archive", () => {
  test("contains each stem under its name, unchanged and uncompressed, and has reproducible bytes", async () => {
    const drums = await folder.file("1042-drums.wav", musicWav(1));
    const keys = await folder.file("keys", musicWav(0.5));
    const files = [
      { path: drums, name: "Glass Harbour - Drums.wav" },
      { path: keys, name: "Glass Harbour - Keys (ünder).wav" },
    ];
    await zipStems(files, folder.to("one.zip"), never);
    await zipStems(files, folder.to("two.zip"), never);
    expect(await Bun.file(folder.to("two.zip")).bytes()).toEqual(await Bun.file(folder.to("one.zip")).bytes());
    const entries = await entriesOf(folder.to("one.zip"));
    expect([...entries.keys()]).toEqual(["Glass Harbour - Drums.wav", "Glass Harbour - Keys (ünder).wav"]);
    const [one] = entries.values();
    expect(one?.method).toBe(0);
    expect(new Uint8Array(one?.bytes ?? [])).toEqual(await Bun.file(drums).bytes());
  });

  test("is not generated if a stem is missing or there are too many", async () => {
    const missing = [{ path: folder.to("nothing.wav"), name: "a.wav" }];
    await expect(zipStems(missing, folder.to("x.zip"), never)).rejects.toThrow("ENOENT");
    const many = Array.from({ length: 1_001 }, (_, index) => ({ path: folder.path, name: `${index}` }));
    await expect(zipStems(many, folder.to("x.zip"), never)).rejects.toThrow(MakingFailed);
  });

  test("ends on abort", async () => {
    const path = await folder.file("a.wav", musicWav(20));
    const files = [{ path, name: "a.wav" }];
    await expect(zipStems(files, folder.to("x.zip"), AbortSignal.abort(new Error("stop")))).rejects.toThrow();
  });
});

describe("stems", () => {
  test("are named after song and part", () => {
    const stems = [
      { description: "Drums", extension: ".wav" },
      { description: "", extension: ".flac" },
    ];
    expect(stemNames("Glass Harbour", stems)).toEqual(["Glass Harbour - Drums.wav", "Glass Harbour - Stem 2.flac"]);
  });

  test("have names that differ even if case is ignored", () => {
    const stems = ["Drums", "drums", "DRUMS"].map((description) => ({ description, extension: ".wav" }));
    expect(stemNames("A", stems)).toEqual(["A - Drums.wav", "A - drums (2).wav", "A - DRUMS (3).wav"]);
  });

  test.each([
    ["../../etc/passwd", "_.._etc_passwd - _.._x.wav"],
    ["C:\\music", "C__music - _.._x.wav"],
    ["\u202Eevil\0", "evil - _.._x.wav"],
    [" ... ", "Song - _.._x.wav"],
  ])("have no characters in their names that file systems reserve: %j", (title, name) => {
    expect(stemNames(title, [{ description: "../../x", extension: ".wav" }])).toEqual([name]);
  });
});

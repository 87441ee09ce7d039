import { expect, test } from "bun:test";
import fc from "fast-check";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { MediaMode } from "../../../../src/catalog/import/media/media-importer.ts";
import { digestInRef } from "../../../../schema/media-ref.ts";
import { audioBytes, audioLayout, LAYOUT_ENDINGS, type LayoutTags } from "../../../support/audio-layouts.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

type Name = "one" | "two";

/** What happens to two folders with the name "music". */
type Step =
  | { readonly what: "import"; readonly names: readonly Name[] }
  | {
      readonly what: "file";
      readonly name: Name;
      readonly how: FileStep;
      readonly file: number;
      readonly content: number;
    }
  | { readonly what: "unmount" | "mount" | "move"; readonly name: Name };
type FileStep = "change" | "delete" | "rename";

interface History {
  /** Path → number of its content. Files with one number and one format are equal. */
  readonly folders: Readonly<Record<Name, ReadonlyMap<string, number>>>;
  readonly steps: readonly Step[];
  readonly media: MediaMode;
}

/** Contents of files: few, so that many files are equal. Not all have tags, and the tags agree on some songs. */
const CONTENTS: readonly LayoutTags[] = [
  null,
  { title: "Chase", artist: "Ada Field" },
  { title: "Chase", artist: "Bo Lund" },
  { title: "Rain", artist: "Ada Field" },
];
/** A renamed file begins with a track number, and is the same file. */
const RENAMED = "07 ";
/** fast-check prints the seed of a failure. 500 runs take four minutes. */
const RUNS = Number(process.env["HISTORY_RUNS"] ?? 8);

const name = fc.constantFrom<Name>("one", "two");
const content = fc.nat(CONTENTS.length - 1);
const imports = fc
  .constantFrom<readonly Name[]>(["one"], ["two"], ["one", "two"], ["two", "one"])
  .map((names): Step => ({ what: "import", names }));
const changes = fc.record({
  what: fc.constant("file" as const),
  name,
  how: fc.constantFrom<FileStep>("change", "delete", "rename"),
  file: fc.nat(30),
  content,
});
const placing = fc.record({ what: fc.constantFrom("unmount" as const, "mount" as const, "move" as const), name });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: imports, weight: 3 },
  { arbitrary: changes, weight: 2 },
  placing,
);

/** Two folders with some common paths, of which some are equal. */
const history: fc.Arbitrary<History> = fc
  .record({
    layout: audioLayout,
    other: audioLayout,
    shared: fc.array(fc.constantFrom("no", "path", "copy"), { minLength: 7, maxLength: 7 }),
    contents: fc.array(content, { minLength: 11, maxLength: 11 }),
    otherContents: fc.array(content, { minLength: 13, maxLength: 13 }),
    steps: fc.array(step, { minLength: 2, maxLength: 7 }),
    media: fc.constantFrom<MediaMode>("copy", "in-place"),
  })
  .map(({ layout, other, shared, contents, otherContents, steps, media }) => {
    const at = (list: readonly number[], index: number): number => list[index % list.length] ?? 0;
    const one = new Map([...layout.keys()].map((path, index) => [path, at(contents, index)]));
    const two = new Map([...other.keys()].map((path, index) => [path, at(otherContents, index)]));
    for (const [index, [path, number]] of [...one].entries()) {
      const how = shared[index % shared.length];
      if (how !== "no") two.set(path, how === "copy" ? number : at(otherContents, index));
    }
    return { folders: { one, two }, steps, media };
  });

function bytesOf(path: string, number: number): Uint8Array {
  const ending = LAYOUT_ENDINGS.find((known) => path.toLowerCase().endsWith(`.${known}`)) ?? "wav";
  return audioBytes(ending, CONTENTS[number] ?? null);
}

/** Carries a history out on the disk, and keeps what each folder had at its last import. */
class Disk {
  readonly #fixture: CatalogFixture;
  readonly #media: MediaMode;
  readonly #places: Record<Name, string>;
  readonly #files: Record<Name, Map<string, number>>;
  readonly #unmounted = new Set<Name>();
  /** Absolute path → digest of its content, of each folder's last import. */
  readonly imported: Record<Name, Map<string, string>> = { one: new Map(), two: new Map() };
  /** Lines of reports since the last import of a folder. */
  readonly #lines: Record<Name, string[]> = { one: [], two: [] };
  #moves = 0;

  constructor(fixture: CatalogFixture, { folders, media }: History) {
    this.#fixture = fixture;
    this.#media = media;
    this.#places = { one: "one", two: "two" };
    this.#files = { one: new Map(folders.one), two: new Map(folders.two) };
  }

  async writeAll(): Promise<void> {
    for (const folder of ["one", "two"] as const) {
      for (const [path, number] of this.#files[folder]) await this.#write(folder, path, number);
    }
  }

  async run(next: Step): Promise<void> {
    if (next.what === "import") {
      await this.#import(next.names.filter((one) => !this.#unmounted.has(one)));
      return;
    }
    const { name: folder } = next;
    if (next.what === "mount" || next.what === "unmount") await this.#setMounted(folder, next.what === "mount");
    else if (this.#unmounted.has(folder)) return;
    else if (next.what === "file") await this.#changeFile(next);
    else await this.#move(folder);
  }

  /** The files of the last imports that are neither served nor named in a report. */
  lost(): string[] {
    const digests = new Map([...this.imported.one, ...this.imported.two]);
    const served = this.#fixture.ids().flatMap((id) => this.#fixture.song(id)?.audioFiles ?? []);
    const refs = served.flatMap(({ wavPath, mp3Path }) => [wavPath, mp3Path].filter((ref) => ref !== null));
    const unnamed = (["one", "two"] as const).flatMap((folder) => {
      const text = this.#lines[folder].join("\n");
      return [...this.imported[folder].keys()].filter((path) => !text.includes(`${path} `));
    });
    // Equal files with one path in both folders can be one file of the catalog.
    const files = Map.groupBy(unnamed, (path) => digests.get(path) ?? "");
    return [...files].flatMap(([digest, paths]) => {
      const places = new Set(paths.map((path) => path.slice(path.indexOf("/music/")).replaceAll(RENAMED, "")));
      const count = refs.filter((ref) => (digestInRef(ref) ?? digests.get(ref)) === digest).length;
      return count >= places.size ? [] : [`${count} of ${places.size} are served: ${paths.join(", ")}`];
    });
  }

  async #import(names: readonly Name[]): Promise<void> {
    const some = names.filter((one) => this.#files[one].size > 0);
    if (some.length === 0) return;
    await this.#fixture.importPaths(
      some.map((one) => join(this.#fixture.dumps, this.#places[one], "music")),
      { media: this.#media },
    );
    for (const one of some) {
      this.#lines[one] = [];
      this.imported[one] = new Map(
        [...this.#files[one]].map(([path, number]) => [
          this.#pathOf(one, path),
          Bun.SHA256.hash(bytesOf(path, number), "hex"),
        ]),
      );
    }
    const lines = (await this.#fixture.report()).map(({ file, field, reason }) =>
      field === "" ? `${file} ${reason} ` : `${reason} `,
    );
    for (const one of ["one", "two"] as const) this.#lines[one].push(...lines);
  }

  async #changeFile({ name: folder, how, file, content: number }: Step & { readonly what: "file" }): Promise<void> {
    const files = this.#files[folder];
    const path = [...files.keys()][file % Math.max(files.size, 1)];
    if (path === undefined) return;
    if (how === "change") await this.#write(folder, path, number);
    if (how === "delete") await rm(this.#pathOf(folder, path));
    const to = path.replace(/([^/]*)$/, `${RENAMED}$1`);
    if (how === "rename") {
      await rename(this.#pathOf(folder, path), this.#pathOf(folder, to));
      files.set(to, files.get(path) ?? 0);
    }
    if (how === "change") files.set(path, number);
    else files.delete(path);
  }

  async #move(folder: Name): Promise<void> {
    const place = `${folder}${++this.#moves}`;
    await rename(join(this.#fixture.dumps, this.#places[folder]), join(this.#fixture.dumps, place));
    this.#places[folder] = place;
  }

  async #setMounted(folder: Name, isMounted: boolean): Promise<void> {
    if (isMounted !== this.#unmounted.has(folder)) return;
    const place = join(this.#fixture.dumps, this.#places[folder]);
    await (isMounted ? rename(`${place}-off`, place) : rename(place, `${place}-off`));
    if (isMounted) this.#unmounted.delete(folder);
    else this.#unmounted.add(folder);
  }

  async #write(folder: Name, path: string, number: number): Promise<void> {
    await this.#fixture.write(`${this.#places[folder]}/music/${path}`, bytesOf(path, number));
  }

  #pathOf(folder: Name, path: string): string {
    return join(this.#fixture.dumps, this.#places[folder], "music", path);
  }
}

test("every file of two folders with one name is served or named in a report, whatever happens to them", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const fixture = await CatalogFixture.make();
      try {
        const disk = new Disk(fixture, one);
        await disk.writeAll();
        for (const next of [{ what: "import", names: ["one"] } as const, ...one.steps]) {
          await disk.run(next);
          if (next.what === "import") expect(disk.lost()).toEqual([]);
        }
      } finally {
        await fixture.remove();
      }
    }),
    { numRuns: RUNS },
  );
});

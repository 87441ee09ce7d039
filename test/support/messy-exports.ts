import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { SongDocument } from "../../schema/song.ts";
import type { SongRecord } from "../../src/catalog/song-record.ts";
import type { CatalogFixture } from "../catalog/import/catalog-fixture.ts";
import { audioBytes, LAYOUT_ENDINGS } from "./audio-layouts.ts";

const ROOT = join(import.meta.dir, "..", "fixtures", "exports");
const EXPECTED = "expected.json";

/** What must come of an export, one text for each song and each line of the report. */
const Expected = Type.Object({
  /** Audio files that the test writes next to the export: path → title and artist of their tags, or "" for none. */
  audio: Type.Optional(Type.Record(Type.String(), Type.String())),
  songs: Type.Array(Type.String()),
  report: Type.Array(Type.String()),
});

export interface MessyExport {
  /** Named for its mess. */
  readonly name: string;
  readonly audio: Readonly<Record<string, string>>;
  readonly songs: readonly string[];
  readonly report: readonly string[];
}

export function messyExports(): MessyExport[] {
  return readdirSync(ROOT).map((name) => {
    const expected = Value.Parse(Expected, JSON.parse(readFileSync(join(ROOT, name, EXPECTED), "utf8")));
    return { name, audio: {}, ...expected };
  });
}

/** Imports an export with its audio. Returns the songs and the report as `expected.json` has them. */
export async function importExport(
  catalog: CatalogFixture,
  { name, audio }: Pick<MessyExport, "name" | "audio">,
): Promise<Pick<MessyExport, "songs" | "report">> {
  for (const file of readdirSync(join(ROOT, name), { recursive: true, encoding: "utf8", withFileTypes: true })) {
    const path = relative(join(ROOT, name), join(file.parentPath, file.name));
    if (file.isFile() && path !== EXPECTED) {
      await catalog.write(`${name}/${path}`, readFileSync(join(file.parentPath, file.name)));
    }
  }
  for (const [path, content] of Object.entries(audio)) await catalog.write(`${name}/${path}`, contentOf(path, content));
  const folder = join(catalog.dumps, name);
  await catalog.importPaths([folder]);
  const documents = catalog.read((db) => [...db.documents()]);
  const songs = documents.map((document) => songText(document, catalog.song(document.id), folder));
  const report = (await catalog.report()).map(({ file, line, field, reason }) => {
    const place = [relative(folder, file) || ".", line === 0 ? "" : String(line), field].filter((part) => part !== "");
    return `${place.join(" ")}: ${reason}`.replaceAll(`${folder}/`, "").replaceAll(folder, ".");
  });
  return { songs, report };
}

/** Content by the ending, and by a word for files that are not what their names say. */
function contentOf(path: string, content: string): string | Uint8Array {
  if (content === "heic") return Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  if (content === "utf-16 text") return Buffer.from("\uFEFFhi there", "utf16le");
  if (content === "nothing") return "";
  if (content === "a letter") return "Dear Sir";
  const ending = LAYOUT_ENDINGS.find((one) => path.toLowerCase().endsWith(`.${one}`)) ?? "wav";
  const [title, artist = "Ada Field"] = content.split(" by ");
  return audioBytes(ending, title === undefined || title === "" ? null : { title, artist });
}

/** `1042 | Glass Harbour | 122 bpm | A minor | 2024-05-01 | main 185s GH.wav`, without what the song does not have. */
function songText(document: SongDocument, song: SongRecord | null, folder: string): string {
  const { bpm, keyName, keyMode, releasedAt, explicit, energy, tags } = document;
  const files = (song?.audioFiles ?? []).map(({ description, stem, vocals, duration, wavPath, mp3Path }) =>
    [
      stem ? "stem" : "full",
      description,
      vocals === null ? "" : `vocals ${vocals}`,
      duration === null ? "" : `${duration}s`,
      ...[wavPath, mp3Path].map((path) => (path === null ? "" : relative(folder, path))),
    ]
      .filter((part) => part !== "")
      .join(" "),
  );
  return [
    document.id.replace(/^(file|song)-[0-9a-f]{16}$/, "$1"),
    document.title,
    document.description,
    bpm === null ? "" : `${bpm} bpm`,
    `${keyName} ${keyMode}`.trim(),
    releasedAt === null ? "" : new Date(releasedAt * 1_000).toISOString().replace("T00:00:00.000Z", ""),
    explicit === null ? "" : explicit ? "explicit" : "clean",
    energy ?? "",
    song?.isrc ?? "",
    document.artists.map(({ name }) => `by ${name}`).join(", "),
    ...Object.entries(tags).map(([facet, words]) => (words.length === 0 ? "" : `${facet} ${words.join(", ")}`)),
    document.playlistIds.length === 0 ? "" : `playlists ${document.playlistIds.join(", ")}`,
    ...files,
  ]
    .filter((part) => part !== "")
    .join(" | ");
}

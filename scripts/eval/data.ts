import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const Strings = Type.Array(Type.String());

export const Song = Type.Object({
  id: Type.String(),
  title: Type.String(),
  artists: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
  tags: Type.Object({
    genre: Type.Optional(Strings),
    mood: Type.Optional(Strings),
    instrument: Type.Optional(Strings),
    characteristic: Type.Optional(Strings),
  }),
});
export type Song = Static<typeof Song>;

const Caption = Type.Object({ id: Type.String(), query: Type.String(), relevant: Strings });
export type Caption = Static<typeof Caption>;

const JudgedBrief = Type.Object({
  id: Type.String(),
  category: Type.String(),
  query: Type.String(),
  context: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  want: Type.Record(Type.String(), Type.Number()),
  must_not: Strings,
  need_any: Type.Array(Strings),
  ideal: Type.Array(Type.Number()),
});
export type JudgedBrief = Static<typeof JudgedBrief>;

const HiddenTag = Type.Object({
  hidden: Strings,
  visible: Strings,
  queries: Type.Array(Type.Object({ id: Type.String() })),
});
const HiddenQuery = Type.Object({ id: Type.String(), query: Type.String() });
const TagNames = Type.Record(Type.String(), Type.Object({ kind: Type.String(), display: Type.String() }));

/** A tag that was removed from half of its songs: the songs with and without it, and the queries for it. */
export interface Dropout {
  readonly hidden: ReadonlySet<string>;
  readonly visible: ReadonlySet<string>;
  readonly queries: readonly string[];
}

/** The files of an evaluation folder. Its README describes them. */
export class EvaluationData {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  songs(name: string): Song[] {
    return this.#lines(Song, `catalog-${name}.jsonl.gz`);
  }

  captions(name: string): Caption[] {
    return this.#lines(Caption, `queries-${name}.jsonl`);
  }

  briefs(): JudgedBrief[] {
    return this.#lines(JudgedBrief, "briefs.jsonl");
  }

  /** Returns the judged scenes: long texts with the same judgements as the briefs. */
  scenes(): JudgedBrief[] {
    return this.#lines(JudgedBrief, "scenes.jsonl");
  }

  dropouts(): Dropout[] {
    const queries = new Map(this.#lines(HiddenQuery, "queries-dropout.jsonl").map(({ id, query }) => [id, query]));
    return this.#lines(HiddenTag, "dropout-artist-truth.jsonl").map((tag) => ({
      hidden: new Set(tag.hidden),
      visible: new Set(tag.visible),
      queries: tag.queries.flatMap(({ id }) => queries.get(id) ?? []),
    }));
  }

  /** Returns the tags of each song, with the names that the judged briefs use. */
  rawTags(catalog: readonly Song[]): Map<string, ReadonlySet<string>> {
    const named = parse(TagNames, this.#text("jamendo-tags.json"));
    const raw = new Map(Object.entries(named).map(([name, { kind, display }]) => [`${kind} ${display}`, name]));
    return new Map(
      catalog.map((song) => [
        song.id,
        new Set(
          Object.entries(song.tags).flatMap(([facet, tags]) =>
            tags.map((tag) => raw.get(`${facet} ${tag}`) ?? raw.get(`mood/theme ${tag}`) ?? tag),
          ),
        ),
      ]),
    );
  }

  #lines<Schema extends TSchema>(schema: Schema, name: string): Static<Schema>[] {
    return this.#text(name)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => parse(schema, line));
  }

  #text(name: string): string {
    const bytes = readFileSync(join(this.#folder, name));
    return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  }
}

function parse<Schema extends TSchema>(schema: Schema, json: string): Static<Schema> {
  return Value.Parse(["Assert"], schema, JSON.parse(json));
}

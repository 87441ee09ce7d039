import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** What a part of a client's text is about. Only directions, references and complaints speak of the music. */
const PartKind = Type.Union([
  Type.Literal("direction"),
  Type.Literal("scene"),
  Type.Literal("reference"),
  Type.Literal("complaint"),
  Type.Literal("logistics"),
]);

/** A client's text with what a music supervisor takes from it. Concepts have the names of `src/brief/vocabulary/`. */
const LabelledScene = Type.Object({
  id: Type.String(),
  lang: Type.String(),
  form: Type.String(),
  situation: Type.String(),
  query: Type.Union([Type.String(), Type.Null()]),
  /** The context in order: joined without anything between, the texts are the context. */
  parts: Type.Array(Type.Object({ kind: PartKind, text: Type.String() })),
  /** Concepts of the right song: 1 is essential, 0.4 fits. */
  wants: Type.Record(Type.String(), Type.Number()),
  /** Concepts that the text refuses in any words. */
  refused: Type.Array(Type.String()),
  /** The refused concepts that the text excludes without condition. */
  excludes: Type.Optional(Type.Array(Type.String())),
  /** Concepts that the text does not name and that would spoil it. */
  wrong: Type.Array(Type.String()),
  /** Kinds of constraints that the text states about the music. */
  promises: Type.Array(Type.String()),
});
export type LabelledScene = Static<typeof LabelledScene>;

/** The parts of the data: rules are written and fitted on `train`, and `held-out` only measures them. */
export const SCENE_SPLITS = ["train", "held-out"] as const;
export type SceneSplit = (typeof SCENE_SPLITS)[number];

/** Reads the labelled scenes of a split. Throws for a line that is not one. */
export function readScenes(split: SceneSplit): readonly LabelledScene[] {
  const text = readFileSync(join(import.meta.dir, "scenes", `${split}.jsonl`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Value.Parse(LabelledScene, JSON.parse(line)));
}

export function contextOf({ parts }: LabelledScene): string {
  return parts.map(({ text }) => text).join("");
}

/**
 * `bun scripts/eval-reading.ts [--split train|held-out] [--detail]`: how scenes are read, without a catalog. Compares the brief of each labelled
 * scene (`scripts/eval/scenes/`, written for this project) with what a music supervisor takes from the same text.
 */
import { parseArgs } from "node:util";
import { parseBrief } from "../src/brief/parse-brief.ts";
import { contextOf, type LabelledScene, readScenes, SCENE_SPLITS } from "./eval/labelled-scenes.ts";
import { type ReadingScore, scoreReading } from "./eval/score-reading.ts";

const { values } = parseArgs({ options: { split: { type: "string" }, detail: { type: "boolean" } } });
for (const split of SCENE_SPLITS.filter((name) => values.split === undefined || name === values.split)) {
  const scenes = readScenes(split).map((labels) => ({ labels, ...readTimed(labels) }));
  console.log(`${split}: ${scenes.length} scenes`);
  const languages = [...new Set(scenes.map(({ labels }) => labels.lang))];
  console.table(
    ["all", ...languages].map((lang) => ({
      lang,
      ...totalOf(scenes.filter(({ labels }) => lang === "all" || labels.lang === lang)),
    })),
  );
  if (values.detail === true) for (const scene of scenes) console.log(detailOf(scene));
}

interface ReadScene {
  readonly labels: LabelledScene;
  readonly score: ReadingScore;
  readonly brief: ReturnType<typeof parseBrief>;
  readonly ms: number;
}

function readTimed(labels: LabelledScene): Omit<ReadScene, "labels"> {
  const input = { query: labels.query, context: contextOf(labels) };
  parseBrief(input);
  const start = performance.now();
  const brief = parseBrief(input);
  return { brief, ms: performance.now() - start, score: scoreReading(brief, labels) };
}

function totalOf(scenes: readonly ReadScene[]): Readonly<Record<string, number>> {
  const mean = (of: (score: ReadingScore) => number): number =>
    rounded(scenes.reduce((sum, { score }) => sum + of(score), 0) / scenes.length);
  const count = (of: (score: ReadingScore) => number): number => scenes.reduce((sum, { score }) => sum + of(score), 0);
  const times = scenes.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    wishes: mean(({ wishes }) => wishes),
    right: mean(({ right }) => right),
    spoiling: mean(({ spoiling }) => spoiling),
    found: mean(({ found }) => found),
    refused: count(({ refused }) => refused),
    avoided: count(({ avoided }) => avoided),
    "wanted instead": count(({ wantedInstead }) => wantedInstead),
    "wrongly avoided": count(({ wronglyAvoided }) => wronglyAvoided),
    "false promises": count(({ falsePromises }) => falsePromises),
    "missed promises": count(({ missedPromises }) => missedPromises),
    "ms p50": rounded(times[Math.floor(times.length / 2)] ?? 0),
  };
}

function detailOf({ labels, score, brief }: ReadScene): string {
  const names = (wishes: typeof brief.wanted): string =>
    wishes.map(({ name, weight, from }) => `${name} ${weight.toFixed(2)} (${from.join(", ")})`).join("; ");
  return [
    `${labels.id} ${labels.situation}: right ${rounded(score.right)}, spoiling ${rounded(score.spoiling)}`,
    `  labels: ${Object.keys(labels.wants).join(", ")}; refused: ${labels.refused.join(", ")}`,
    `  wanted: ${names(brief.wanted)}`,
    `  avoided: ${names(brief.avoided)}`,
    `  constraints: ${brief.constraints.map(({ kind, from }) => `${kind} (${from.join(", ")})`).join("; ")}`,
  ].join("\n");
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

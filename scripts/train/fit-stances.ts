import { createHash } from "node:crypto";
import { STANCES } from "../../src/brief/stances/stance.ts";
import { CODE_MAX, CODE_UNITS, ZERO_CODE } from "../../src/brief/stances/stance-network.ts";
import type { LinearSample } from "./fit-linear.ts";
import { type FittedNetwork, fitNetwork } from "./fit-network.ts";
import { type StanceText, stanceSamples } from "./stance-samples.ts";

const CLASSES = STANCES.length;

// The settings were chosen by cross-validation within the training part (`bun scripts/train-stances.ts`).
const UNITS = 8;
const NETWORKS = 8;
const SETTINGS = {
  classes: CLASSES,
  units: UNITS,
  epochs: 14,
  epochsAveraged: 7,
  rate: 0.05,
  decay: 2e-5,
  featureDropout: 0.5,
  unitDropout: 0.2,
  samplesMin: 3,
};

/**
 * Fits the model of stances to texts and returns the lines that `readStanceNetwork` parses. Several small networks from
 * different seeds are one wide network whose scores are their mean: they err in different places.
 */
export function fitStances(texts: readonly StanceText[]): string {
  const samples = texts.flatMap(stanceSamples);
  const networks = Array.from({ length: NETWORKS }, (_, at) => fitNetwork(samples, { ...SETTINGS, seed: at + 1 }));
  return linesOf(networks, digestOf(samples)).join("\n");
}

/**
 * Returns a digest of what the model is fitted to: the features, the stances and the settings. A file of weights with
 * another one is out of date.
 */
export function stanceDigest(texts: readonly StanceText[]): string {
  return digestOf(texts.flatMap(stanceSamples));
}

function digestOf(samples: readonly LinearSample[]): string {
  const hash = createHash("sha256").update(JSON.stringify({ ...SETTINGS, NETWORKS }));
  for (const { features, label, cost } of samples) hash.update(`${features.join("\t")}\n${label} ${cost ?? 1}\n`);
  return hash.digest("hex");
}

function linesOf(networks: readonly FittedNetwork[], digest: string): readonly string[] {
  const biases = Array.from({ length: CLASSES }, (_, one) => mean(networks.map((network) => network.biases[one] ?? 0)));
  const innerBiases = networks.flatMap((network) => [...network.innerBiases]);
  const outputs = networks.flatMap((network) => [...network.outputs].map((weight) => weight / NETWORKS));
  const names = [...(networks[0]?.rows.keys() ?? [])].toSorted((a, b) => (a < b ? -1 : 1));
  return [
    `# Written by scripts/train-stances.ts: feature, then a character for each weight of ${STANCES.join(", ")}`,
    `# and of ${NETWORKS * UNITS} hidden units (src/brief/stances/stance-network.ts).`,
    `# Samples: ${digest}`,
    `biases ${[...biases, ...innerBiases].map(rounded).join(" ")}`,
    `outputs ${outputs.map(rounded).join(" ")}`,
    ...names.flatMap((name) => {
      const codes = codesOf(networks, name);
      return codes.every((code) => code === ZERO_CODE) ? [] : [`${name}\t${String.fromCharCode(...codes)}`];
    }),
    "",
  ];
}

/** Returns the characters of a feature's weights: of the classes, then of the hidden units of each network. */
function codesOf(networks: readonly FittedNetwork[], name: string): readonly number[] {
  const rows = networks.map((network) => network.rows.get(name) ?? 0);
  const direct = Array.from({ length: CLASSES }, (_, one) =>
    mean(networks.map((network, at) => network.direct[(rows[at] ?? 0) * CLASSES + one] ?? 0)),
  );
  const inner = networks.flatMap((network, at) => [
    ...network.inner.subarray((rows[at] ?? 0) * UNITS, ((rows[at] ?? 0) + 1) * UNITS),
  ]);
  return [...direct, ...inner].map((weight) => {
    const units = Math.max(-CODE_MAX, Math.min(CODE_MAX, Math.round(weight * CODE_UNITS)));
    return ZERO_CODE + units;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

import type { StoredHead } from "../../src/analysis/learned-heads.ts";

const MOST = 127;

/** Packs a head. Weights become signed bytes in steps of 1/254 of a row's range. @param weights `width` weights and the bias of each row. */
export function packHead(
  head: Pick<StoredHead, "values" | "features" | "temperature" | "slope" | "mostSure" | "sureFrom">,
  weights: Float64Array,
  width: number,
): StoredHead {
  const stride = width + 1;
  const count = weights.length / stride;
  const rows = Array.from({ length: count }, (_, row) => weights.subarray(row * stride, row * stride + width));
  const steps = rows.map((row) => row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / MOST);
  const bytes = rows.flatMap((row, at) => Array.from(row, (weight) => Math.round(weight / (steps[at] ?? 1))));
  return {
    values: head.values,
    features: head.features,
    temperature: shortened(head.temperature),
    slope: shortened(head.slope),
    mostSure: shortened(head.mostSure),
    sureFrom: shortened(head.sureFrom),
    biases: rows.map((_row, at) => shortened(weights[at * stride + width] ?? 0)),
    steps: steps.map(shortened),
    weights: Buffer.from(Int8Array.from(bytes).buffer).toString("base64"),
  };
}

export function packFloats(values: Float32Array): string {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, value] of values.entries()) view.setFloat32(at * 4, value, true);
  return Buffer.from(view.buffer).toString("base64");
}

function shortened(value: number): number {
  return Number(value.toPrecision(6));
}

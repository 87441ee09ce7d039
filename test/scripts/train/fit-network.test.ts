import { describe, expect, test } from "bun:test";
import { fitNetwork } from "../../../scripts/train/fit-network.ts";
import { leaky } from "../../../src/brief/stances/stance-network.ts";

const SETTINGS = {
  epochsAveraged: 1,
  classes: 2,
  units: 8,
  epochs: 40,
  rate: 0.1,
  decay: 0,
  featureDropout: 0,
  unitDropout: 0,
  samplesMin: 2,
  seed: 5,
};

/** Label 1 if exactly one of "a" and "b" is present: direct weights alone cannot tell. */
const EXCLUSIVE = Array.from({ length: 80 }, (_, at) => {
  const [a, b] = [at % 2 === 1, at % 4 > 1];
  return { features: [a ? "a" : "not a", b ? "b" : "not b"], label: a === b ? 0 : 1 };
});

type Fitted = ReturnType<typeof fitNetwork>;

function chosen({ rows, direct, inner, biases, innerBiases, outputs }: Fitted, features: readonly string[]): number {
  const scores = [...biases];
  const units = [...innerBiases];
  for (const feature of features) {
    const row = rows.get(feature) ?? 0;
    for (const one of scores.keys()) scores[one] = (scores[one] ?? 0) + (direct[row * scores.length + one] ?? 0);
    for (const unit of units.keys()) units[unit] = (units[unit] ?? 0) + (inner[row * units.length + unit] ?? 0);
  }
  for (const [unit, sum] of units.entries()) {
    const value = leaky(sum);
    for (const one of scores.keys())
      scores[one] = (scores[one] ?? 0) + value * (outputs[unit * scores.length + one] ?? 0);
  }
  return scores.indexOf(Math.max(...scores));
}

describe("fitNetwork", () => {
  test("learns what depends on two features together", () => {
    const fitted = fitNetwork(EXCLUSIVE, SETTINGS);
    expect(EXCLUSIVE.map(({ features }) => chosen(fitted, features))).toEqual(EXCLUSIVE.map(({ label }) => label));
  });

  test("gives the same network for the same seed, and another one for another seed", () => {
    const [one, same, other] = [5, 5, 6].map((seed) => fitNetwork(EXCLUSIVE, { ...SETTINGS, epochs: 2, seed }));
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });

  test("leaves out features of too few samples", () => {
    const fitted = fitNetwork([...EXCLUSIVE, { features: ["once"], label: 0 }], { ...SETTINGS, epochs: 1 });
    expect([...fitted.rows.keys()].toSorted()).toEqual(["a", "b", "not a", "not b"]);
  });
});

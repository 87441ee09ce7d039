import { describe, expect, test } from "bun:test";
import {
  CODE_UNITS,
  networkChances,
  readStanceNetwork,
  weightSums,
  ZERO_CODE,
} from "../../../src/brief/stances/stance-network.ts";

const code = (...weights: number[]): string =>
  String.fromCharCode(...weights.map((weight) => ZERO_CODE + weight * CODE_UNITS));

/** One hidden unit that is for "refused" if it is above 0. */
const FILE = [
  "# A comment",
  "biases 0 0 0 0 0 -1",
  "outputs 0 3 0 0 0",
  `likes it\t${code(1, 0, 0, 0, 0, 0)}`,
  `says no\t${code(0, 0, 0, 0, 0, 1)}`,
  `says it twice\t${code(0, 0, 0, 0, 0, 1)}`,
  "",
].join("\n");

describe("the network of stances", () => {
  const network = readStanceNetwork(FILE);
  const chancesOf = (...features: string[]): number[] =>
    networkChances(
      network,
      features.map((name) => network.names.of(name)),
    );
  const likeliest = (...features: string[]): number => {
    const chances = chancesOf(...features);
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
    return chances.indexOf(Math.max(...chances));
  };

  test("adds direct weights", () => {
    expect(chancesOf("likes it")[0]).toBeCloseTo(Math.E / (Math.E + 4), 1);
  });

  test("needs two features to pass the bias of a hidden unit", () => {
    expect(likeliest("likes it", "says no")).toBe(0);
    expect(likeliest("likes it", "says no", "says it twice")).toBe(1);
  });

  test("adds sums that phrases share, as if the features were their own", () => {
    const [likes, no, twice] = ["likes it", "says no", "says it twice"].map((name) => network.names.of(name));
    const shared = [weightSums(network, [no ?? -1]), weightSums(network, [twice ?? -1])];
    expect(networkChances(network, [likes ?? -1], shared)).toEqual(chancesOf("likes it", "says no", "says it twice"));
    expect(networkChances(network, [likes ?? -1], [])).toEqual(chancesOf("likes it"));
  });

  test("ignores features that it does not know", () => {
    expect(chancesOf("something else", "likes", "it")).toEqual(chancesOf());
  });

  test("reports a file without biases", () => {
    expect(() => readStanceNetwork("")).toThrow("The file of stances has no biases and outputs.");
  });
});

import type { Kin } from "../../../schema/brief.ts";
import { once } from "../../lib/once.ts";
import { dataLines, listed } from "../../text/data-lines.ts";
import commerce from "./definitions/commerce.txt" with { type: "text" };
import everyday from "./definitions/everyday.txt" with { type: "text" };
import intimate from "./definitions/intimate.txt" with { type: "text" };
import suspense from "./definitions/suspense.txt" with { type: "text" };
import tones from "./definitions/tones.txt" with { type: "text" };

/** A kind of scene, with the concepts that suit it and those that would spoil it. Weights are 0 to 1. */
export interface Situation {
  readonly name: string;
  /** The name in a reason: "the funeral", "leaving home". */
  readonly phrase: string;
  readonly wants: readonly Kin[];
  readonly wrong: readonly string[];
}

/** All situations. Their order is that of the classes in counts.txt. */
export const situations = once((): readonly Situation[] =>
  [intimate, suspense, commerce, everyday, tones].flatMap((file) => dataLines(file).map(situationOf)),
);

const WANT = /^(.+) (1|0?\.\d+)$/;

function situationOf(line: string): Situation {
  const [name = "", wants = "", wrong = "", phrase = `the ${name}`] = line.split("|").map((part) => part.trim());
  return {
    name,
    phrase,
    wants: listed(wants).map((want) => {
      const [, concept, weight] = WANT.exec(want) ?? [];
      if (concept === undefined) throw new Error(`The situation "${name}" has a want without a weight: "${want}".`);
      return { name: concept, weight: Number(weight) };
    }),
    wrong: listed(wrong),
  };
}

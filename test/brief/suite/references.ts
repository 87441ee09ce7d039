import type { Understood } from "./understood.ts";

/** Names, and words that only look like names. */
export const REFERENCES: readonly Understood[] = [
  { brief: "something like Nina Simone, but slower", names: ["like Nina Simone"], wants: [] },
  { brief: "in the vein of Sigur Rós, no vocals", names: ["like Sigur Rós"], constraints: ["no vocals"] },
  { brief: "somewhere between Max Richter and Aphex Twin", names: ["like Max Richter and Aphex Twin"] },
  { brief: 'like "Teardrop", but happier', names: ["like Teardrop"] },
  { brief: "songs by Aretha Franklin", names: ["by Aretha Franklin"] },
  { brief: "only songs by Mira Holt", names: ["by Mira Holt"] },
  { brief: "only tracks from Mira Holt", names: [], maybe: ["Mira Holt"] },
  { brief: "more of The Cabinet Makers please", names: [], maybe: ["The Cabinet Makers"] },
  { brief: "nothing by Coldplay", refuses: ["Coldplay"] },
  { brief: "not by Coldplay", refuses: ["Coldplay"] },
  { brief: "no songs by Mira Holt or Cassian Vole", refuses: ["Mira Holt", "Cassian Vole"] },
  { brief: "exclude Cassian Vole", refuses: ["Cassian Vole"] },
  { brief: "no more Cassian Vole please", refuses: ["Cassian Vole"] },
  { brief: "anything except Cassian Vole", refuses: ["Cassian Vole"] },
  { brief: "warm strings, but not like Hans Zimmer", refuses: ["Hans Zimmer"], wants: ["strings"] },
  { brief: "similar to song 1042", names: ["like 1042"] },
  { brief: "rain like tears", names: [] },
  { brief: "by the sea, by night", names: [] },
  { brief: "Like nothing we have heard before", names: [] },
  { brief: "We need this by Friday", names: [], ignored: ["We need this by Friday"] },
];

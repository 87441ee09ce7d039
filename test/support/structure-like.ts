import type { StructureDocument } from "../../schema/wire/structure.ts";

/** The structure of a piece of four bars at 120 bpm that ends on a chord, with other values for some fields. */
export function structureLike(fields: Partial<StructureDocument> = {}): StructureDocument {
  return {
    duration: 8.1,
    pulse: { bpm: 120, beats_per_bar: 4, confidence: 0.9 },
    beats: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6],
    downbeats: [0, 2, 4, 6],
    levels: [-20, -18, -18, -24],
    closes: [1, 0.2, 0.2, 1],
    sections: [{ from: 0, to: 8, label: "A", energy: 1 }],
    starts_at: 0,
    ends_at: 8,
    ending: "ring_out",
    loops: [],
    edits: [],
    ...fields,
  };
}

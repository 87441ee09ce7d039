import { describe, expect, test } from "bun:test";
import { search, song } from "../support.ts";

/** Thirty dreamy songs with piano, thirty angry ones with guitar. */
const learnable = Array.from({ length: 60 }, (_, at) =>
  song({
    id: `song-${at}`,
    tags: at % 2 === 0 ? { mood: ["dreamy"], instrument: ["piano"] } : { mood: ["angry"], instrument: ["guitar"] },
  }),
);
const alike = song({ id: "alike", tags: { instrument: ["piano"] } });

describe("the learned likeness rule", () => {
  test("finds a song without the wanted tag that is like the songs with it, and says so", () => {
    const { hits } = search([...learnable, alike], "dreamy", 100);
    expect(hits.at(-1)).toMatchObject({ songId: "alike", reasons: ["likely dreamy"] });
    expect(hits.length).toBe(31);
  });

  test("never calls such a song good, because it meets no wish", () => {
    expect(search([...learnable, alike], "dreamy", 100).hits.at(-1)?.band).toBe("possible");
  });
});

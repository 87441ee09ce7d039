import { afterEach, beforeEach, expect, test } from "bun:test";
import { HttpApp } from "../support/http-app.ts";
import { wavBytes } from "../support/small-media.ts";

let app: HttpApp;
beforeEach(async () => {
  const full = { vocals: "none", wav: "full.wav" };
  const stem = { vocals: "none", stem: true, wav: "drums.wav" };
  app = await HttpApp.create({
    dump: [
      {
        id: "1",
        title: "Glass Harbour",
        audio_files: [
          { id: "drums", ...stem },
          { id: "main", ...full },
          { id: "bass", ...stem },
          { id: "short", ...full },
        ],
      },
      {
        id: "2",
        title: "Slow Static",
        audio_files: [
          { id: "lost", vocals: "none" },
          { id: "alone", ...stem },
        ],
      },
    ],
    files: { "full.wav": wavBytes(), "drums.wav": wavBytes() },
  });
});
afterEach(() => app.close());

interface Document {
  readonly data: { readonly relationships: { readonly audio_files: { readonly data: readonly { id: string }[] } } };
  readonly included: readonly { readonly type: string; readonly id: string }[];
}

async function filesOf(songId: string) {
  const response = await app.ask(`/v1/songs/${songId}`, { token: app.key({ mode: "live" }).token });
  const document: Document = JSON.parse(await response.text());
  return {
    related: document.data.relationships.audio_files.data.map(({ id }) => id),
    included: document.included.filter(({ type }) => type === "audio_files").map(({ id }) => id),
  };
}

test("full versions come before stems, whatever the order of the dump", async () => {
  const order = ["main", "short", "drums", "bass"];
  expect(await filesOf("1")).toEqual({ related: order, included: order });
});

test("a stem is never the first file of a song", async () => {
  expect(await filesOf("2")).toEqual({ related: [], included: [] });
});

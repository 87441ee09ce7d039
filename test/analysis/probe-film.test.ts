import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { FilmUnreadable } from "../../src/analysis/unreadable.ts";
import { FilmFolder } from "./film/make-film.ts";

const films = new FilmFolder();

describe("probeFilm", () => {
  test("reads size, duration, frame rate, codec, and whether there is sound", async () => {
    const sound = ["-f", "lavfi", "-i", "sine=d=2"];
    const path = await films.draw("plain.mp4", "testsrc2=s=320x180:r=30:d=2", []);
    expect(await films.probe(path)).toMatchObject({
      container: "mov",
      duration: 2,
      width: 320,
      height: 180,
      frameRate: 30,
      videoCodec: "h264",
      hasAudio: false,
    });
    const both = await films.make("both.mp4", ["-i", path, ...sound, "-c:v", "copy"]);
    expect(await films.probe(both)).toMatchObject({ hasAudio: true });
  });

  test("swaps width and height of a rotated film", async () => {
    const path = await films.draw("upright.mp4", "testsrc2=s=320x180:r=25:d=1");
    const turned = await films.make("turned.mp4", ["-display_rotation", "90", "-i", path, "-c", "copy"]);
    expect(await films.probe(turned)).toMatchObject({ width: 180, height: 320 });
  });

  test.each([
    ["nothing", ""],
    ["text", "a film, they said"],
    ["a playlist that names a file", "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"],
    ["a playlist that names a host", "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n"],
    ["a list of films to join", "ffconcat version 1.0\nfile plain.mp4\n"],
  ])("refuses %s under a film's name", async (_what, text) => {
    const path = films.path("not-a-film.mp4");
    await writeFile(path, text);
    for (const container of ["mov", "matroska"] as const) {
      expect(films.probe(path, container)).rejects.toThrow(FilmUnreadable);
      expect(films.probe(path, container)).rejects.toThrow("It has no readable picture track.");
    }
  });

  test("refuses a sound file without pictures", async () => {
    const path = await films.make("sound.webm", ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "libopus"]);
    expect(films.probe(path, "matroska")).rejects.toThrow(FilmUnreadable);
  });
});

import { expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pictureType } from "../../src/media/picture-type.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
test.each([
  ["\xff\xd8\xff\xe0\x00\x10JFIF", "image/jpeg"],
  ["\x89PNG\r\n\x1a\n\x00\x00", "image/png"],
  ["GIF89a....", "image/gif"],
  ["RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"],
  ["\x00\x00\x00\x20ftypavif", "image/avif"],
  ["RIFF\x10\x00\x00\x00WAVEfmt ", null],
  ["<svg xmlns='http://www.w3.org/2000/svg'/>", null],
  ["<!doctype html>", null],
  ["", null],
])("a file that begins with %j is %p, whatever its name", async (content, expected) => {
  const path = join(folder, "picture.png");
  await writeFile(path, Buffer.from(content, "latin1"));
  expect(await pictureType(path)).toBe(expected);
});

test("a missing file and a folder are not pictures", async () => {
  expect(await pictureType(join(folder, "missing.png"))).toBeNull();
  expect(await pictureType(folder)).toBeNull();
});

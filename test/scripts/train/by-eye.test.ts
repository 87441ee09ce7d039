import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readEyeLabels } from "../../../scripts/train/by-eye.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const HEADER = "kind,setting,time_of_day,weather,scene,mood";

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("labels by eye", () => {
  test("name a picture by its file, and turn unclear values into none", async () => {
    const folder = await folderWith({
      "one.csv": `file,${HEADER}\na.jpg,people,unclear,unclear,unclear,none,sad\nb.jpg,text,outdoors,day,fog,open,calm\n`,
    });
    const labels = await readEyeLabels([join(folder, "one.csv")], folder, ["a.jpg", "b.jpg"]);
    expect(labels.get("a.jpg")).toEqual({
      subject: "people",
      setting: null,
      timeOfDay: "none",
      weather: "none",
      scene: "none",
      isOwn: false,
    });
    expect(labels.get("b.jpg")).toMatchObject({ subject: "graphic", setting: "outdoors", weather: "fog" });
  });

  test("name a picture by its digest, whatever its name is, and skip pictures that are missing", async () => {
    const folder = await folderWith({
      "a.jpg": "first",
      "own.csv": `sha256,${HEADER}\n${digestOf("first")},food,indoors,day,none,none,\n${digestOf("gone")},food,,,,,\n`,
    });
    const labels = await readEyeLabels([join(folder, "own.csv")], folder, ["a.jpg"]);
    expect([...labels.keys()]).toEqual(["a.jpg"]);
    expect(labels.get("a.jpg")).toMatchObject({ subject: "food", isOwn: true });
  });

  test("of the first file count if two files name the same picture", async () => {
    const folder = await folderWith({
      "a.jpg": "first",
      "one.csv": `file,${HEADER}\na.jpg,place,outdoors,day,none,city,\n`,
      "own.csv": `sha256,${HEADER}\n${digestOf("first")},food,,,,,\n`,
    });
    const labels = await readEyeLabels([join(folder, "one.csv"), join(folder, "own.csv")], folder, ["a.jpg"]);
    expect(labels.get("a.jpg")).toMatchObject({ subject: "place", isOwn: false });
  });

  test("are empty without files", async () => {
    expect((await readEyeLabels([], "/nowhere", [])).size).toBe(0);
  });
});

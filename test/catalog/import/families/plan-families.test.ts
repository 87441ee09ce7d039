import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { baseKey, parseVersion } from "../../../../src/catalog/import/families/parse-version.ts";
import { planFamilies } from "../../../../src/catalog/import/families/plan-families.ts";

/** The families of files, each as "title: first, second, stem*". */
function gathered(paths: readonly string[]): string[] {
  const items = paths.map((path) => {
    const at = path.lastIndexOf("/");
    return { folder: at < 0 ? "" : path.slice(0, at), name: path.slice(at + 1) };
  });
  return planFamilies(items)
    .map(({ title, members }) => {
      const names = members.map(({ item, isStem }) => `${item.name}${isStem ? "*" : ""}`);
      return title === null ? names.join(", ") : `${title}: ${names.join(", ")}`;
    })
    .toSorted();
}

describe("a name", () => {
  // A pattern that started at each hyphen took hours.
  test("with a million hyphens is parsed in linear time", () => {
    const name = `Rain${"-".repeat(1_000_000)}x`;
    expect(baseKey(name)).toBe(name.toLowerCase());
    expect(baseKey(`-- – ${name} –—-`)).toBe(name.toLowerCase());
  });

  test.each([
    ["Glass Harbour-Main V1", "Glass Harbour", "Main V1", "main"],
    ["Glass Harbour-Main Inst", "Glass Harbour", "Main Inst", "instrumental"],
    ["Glass Harbour-Com 30", "Glass Harbour", "Com 30", "cut"],
    ["Glass Harbour-Main 30", "Glass Harbour", "Main 30", "cut"],
    ["Glass Harbour :30", "Glass Harbour", ":30", "cut"],
    ["Glass Harbour 30 sec", "Glass Harbour", "30 sec", "cut"],
    ["Glass Harbour - 60s", "Glass Harbour", "60s", "cut"],
    ["Glass Harbour-Sting", "Glass Harbour", "Sting", "sting"],
    ["Glass Harbour_Underscore", "Glass Harbour", "Underscore", "underscore"],
    ["Glass Harbour-Bed", "Glass Harbour", "Bed", "bed"],
    ["Glass_Harbour_Instrumental", "Glass Harbour", "Instrumental", "instrumental"],
    ["Glass Harbour (Instrumental)", "Glass Harbour", "Instrumental", "instrumental"],
    ["Glass Harbour [No Vocals]", "Glass Harbour", "No Vocals", "instrumental"],
    ["Glass Harbour - No Drums", "Glass Harbour", "No Drums", "minus"],
    ["Glass Harbour_Main_Drums", "Glass Harbour", "Main Drums", "stem"],
    ["Spider-Man - Lead Vox", "Spider-Man", "Lead Vox", "stem"],
  ])("%p is %p, %p: %s", (name, base, label, role) => {
    expect(parseVersion(name)).toMatchObject({ base, label });
    expect(parseVersion(name)?.roles[0]).toBe(role as never);
  });

  test.each([
    "Main Street",
    "Main-Street",
    "12-Main Street",
    "Part 2",
    "Song - Part 2",
    "Stings of Love",
    "Love - Sting in the Tail",
    "Side - B",
    "Song - 30",
    "Catch-22",
    "Twenty-One",
    "Anti-Hero",
    "Drums",
    "No Drums",
    "Instrumental",
    "(Instrumental)",
    "Bed of Roses",
    "X-Narrative",
    "Full Moon",
    "The Sting",
    "Jet-Lag Loop",
    "Bass in the Place - Reprise",
  ])("%p is a title without a version", (name) => expect(parseVersion(name)).toBeNull());

  test("is split into title and label without a lost letter", () => {
    const letters = (text: string): string => text.normalize("NFC").replace(/[^\p{L}\p{N}&:]/gu, "");
    const words = fc.constantFrom(
      "Main",
      "Inst",
      "Drums",
      "30",
      "sec",
      "Glass",
      "-",
      "_",
      " ",
      "(",
      ")",
      "No",
      "of",
      "V1",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 9 }), (parts) => {
        const name = parts.join(" ");
        const parsed = parseVersion(name);
        if (parsed !== null) expect(letters(parsed.base + parsed.label)).toBe(letters(name));
      }),
    );
  });
});

describe("files", () => {
  test("with one title become one song: the main mix first, then versions, then stems", () => {
    const files = ["T-Sting", "T-Com 30", "T-Main Inst", "T-Main V1", "T-Underscore", "T-Drums", "T-Bass", "Other"];
    expect(gathered(files)).toEqual([
      "Other",
      "T: T-Main V1, T-Main Inst, T-Underscore, T-Com 30, T-Sting, T-Bass*, T-Drums*",
    ]);
  });

  test("with several spellings of a title get that of the main mix", () => {
    expect(gathered(["NIGHT SKY-Inst", "Night Sky-Main"])).toEqual(["Night Sky: Night Sky-Main, NIGHT SKY-Inst"]);
    expect(gathered(["01 NIGHT SKY (Inst)", "02 Night Sky"])).toEqual(["Night Sky: 02 Night Sky, 01 NIGHT SKY (Inst)"]);
  });

  test("with vocals come before the main mix, and a plain file before cut-downs", () => {
    expect(gathered(["T - Main", "T - Full Mix with Vocals", "T (Instrumental)"])).toEqual([
      "T: T - Full Mix with Vocals, T - Main, T (Instrumental)",
    ]);
    expect(gathered(["T :30", "T", "T Instrumental"])).toEqual(["T: T, T Instrumental, T :30"]);
  });

  test("of each kind of version have an order of their own", () => {
    const full = ["Rain-Vocal Mix", "Rain", "Rain-Alt", "Rain-Inst", "Rain-No Drums", "Rain-Acapella"];
    const inOrder = [...full, "Rain-Underscore", "Rain-Bed", "Rain-30sec", "Rain-Sting"];
    expect(gathered(inOrder.toReversed())).toEqual([`Rain: ${inOrder.join(", ")}`]);
  });

  test("that look like versions are songs if no other file in the folder has that title", () => {
    const files = ["Main Street", "Part 2", "Stings of Love", "Purely Instrumental", "Rain (Piano)", "b/Rain"];
    expect(gathered(files)).toEqual([
      "Main Street",
      "Part 2",
      "Purely Instrumental",
      "Rain",
      "Rain (Piano)",
      "Stings of Love",
    ]);
  });

  test("of numbered tracks are grouped by the name after the number", () => {
    expect(gathered(["01 Rain", "02 Rain (Instrumental)", "03 Snow"])).toEqual([
      "03 Snow",
      "Rain: 01 Rain, 02 Rain (Instrumental)",
    ]);
    expect(gathered(["99 Problems", "Problems (Instrumental)"])).toEqual(["99 Problems", "Problems (Instrumental)"]);
  });

  test("in folders of stems belong to the song that the folder or the file names", () => {
    expect(gathered(["T-Main", "T_Main_Stems/T_Main_Drums", "T_Main_Stems/T_Main_Bass"])).toEqual([
      "T: T-Main, T_Main_Bass*, T_Main_Drums*",
    ]);
    expect(gathered(["A", "B", "STEMS/A_Drums", "STEMS/B_Drums", "STEMS/B/Keys"])).toEqual([
      "A: A, A_Drums*",
      "B: B, B_Drums*, Keys*",
    ]);
    expect(gathered(["x/T", "x/Stems/Drums", "x/Stems/Weird Thing"])).toEqual(["T: T, Drums*, Weird Thing*"]);
  });

  test("in folders of stems belong to the only song with their title in neighbouring folders", () => {
    expect(gathered(["al/Mixes/T-Main", "al/Mixes/U", "al/Stems/T/Drums"])).toEqual(["T: T-Main, Drums*", "U"]);
    expect(gathered(["al/a/T", "al/b/T", "al/Stems/T_Drums"])).toEqual(["T", "T", "T_Drums"]);
    expect(gathered(["x/T", "Stems/Other/Drums", "Stems/Other/Bass"])).toEqual(["Other: Bass*, Drums*", "T"]);
  });

  test("that are stems of an unknown song become separate songs with a doubt", () => {
    const families = planFamilies([
      { folder: "", name: "A" },
      { folder: "", name: "B" },
      { folder: "Stems", name: "Drums" },
    ]);
    expect(families).toHaveLength(3);
    expect(families.find(({ members }) => members[0]?.item.name === "Drums")?.doubt).toContain("2 songs");
  });

  test("with the same title and label are two songs", () => {
    expect(gathered(["T-Main", "T_Main", "T-Inst"])).toEqual(["T: T-Main, T-Inst", "T_Main"]);
  });

  test("are instrumental only if their names say so", () => {
    const [family] = planFamilies(["T", "T-Inst", "T-Drums", "T-Lead Vox"].map((name) => ({ folder: "", name })));
    expect(family?.members.map(({ isInstrumental }) => isInstrumental)).toEqual([false, true, true, false]);
  });

  test("are each in exactly one family, and keys are unique and do not depend on order", () => {
    const names = ["T", "T-Inst", "T-Main", "T 30 sec", "01 T", "T-Drums", "U", "Stems/T_Bass", "U-Bed", "Part 2"];
    const items = names.map((name) => ({
      folder: name.includes("/") ? "Stems" : "",
      name: name.replace("Stems/", ""),
    }));
    fc.assert(
      fc.property(fc.shuffledSubarray(items), (some) => {
        const members = planFamilies(some).flatMap((family) => family.members.map(({ item }) => item));
        expect(members.toSorted(byName)).toEqual(some.toSorted(byName));
        const keys = planFamilies(some).map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        const sorted = planFamilies(some.toSorted(byName));
        expect(sorted.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
      }),
    );
  });
});

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

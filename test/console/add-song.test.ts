import { describe, expect, test } from "bun:test";
import { ConsoleState, settled } from "../support/console-state.ts";

interface ListsState {
  readonly listToAddTo: (name: string) => Promise<{ readonly id: string }>;
  readonly beginList: (name: string) => Promise<{ readonly id: string }>;
  readonly deleteList: (id: string) => Promise<void>;
  readonly readLists: () => Promise<void>;
  readonly currentList: { readonly value: { readonly id: string } | null };
}

interface AddSong {
  readonly addSong: (songId: string) => Promise<void>;
}

interface Uploads {
  readonly droppedFiles: { value: readonly unknown[] };
}

interface FilmSource {
  readonly filmNote: { readonly value: string | null };
}

interface Notices {
  readonly notice: { readonly value: { readonly text: string } | null };
}

const page = new ConsoleState();
const { listToAddTo, beginList, deleteList, readLists, currentList } =
  await page.load<ListsState>("shortlists/lists-state.ts");

describe("the first two songs that are added quickly", () => {
  test("go to one new shortlist", async () => {
    const added = [listToAddTo("first"), listToAddTo("first")];
    await page.request("GET", "/v1/shortlists").answer({ data: [], links: { next: null } });
    await page
      .request("POST", "/v1/shortlists")
      .answer({ data: { id: "new", attributes: { name: "first", entries: 0 } } }, 201);
    await settled();
    expect((await Promise.all(added)).map(({ id }) => id)).toEqual(["new", "new"]);
    expect(page.asked.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

describe("a shortlist that is begun or deleted while the lists are read", () => {
  const LISTS = "/v1/shortlists";
  const list = (id: string) => ({ id, attributes: { name: "first", entries: 0 } });
  const answered = (...ids: readonly string[]) => ({ data: ids.map(list), links: { next: null } });

  test("gets the songs that are added, or gets none any more", async () => {
    const reading = readLists();
    const outdated = page.request("GET", LISTS);
    const begun = beginList("later");
    await page.request("POST", LISTS).answer({ data: list("later") }, 201);
    await begun;
    await outdated.answer(answered("new"));
    await page.request("GET", LISTS).answer(answered("later", "new"));
    await reading;
    expect(currentList.value?.id).toBe("later");

    const again = readLists();
    const before = page.request("GET", LISTS);
    const deleted = deleteList("later");
    await page.request("DELETE", `${LISTS}/later`).answer({});
    await deleted;
    await before.answer(answered("later", "new"));
    await page.request("GET", LISTS).answer(answered("new"));
    await again;
    expect(currentList.value?.id).toBe("new");
  });
});

describe("the lists that are read twice at once", () => {
  test("are those of the reading that began last", async () => {
    const list = (name: string) => ({ data: [{ id: "new", attributes: { name } }], links: { next: null } });
    const readings = [readLists(), readLists()];
    const [earlier, later] = page.asked.filter(({ method }) => method === "GET").slice(-2);
    await later?.answer(list("first"));
    await earlier?.answer(list("earlier"));
    await Promise.all(readings);
    expect(currentList.value).toMatchObject({ attributes: { name: "first" } });
  });
});

describe("a song that is added before its film is uploaded", () => {
  const FILM = { number: 1, name: "a.mp4", isFilm: true, isAudio: false, preview: "blob:a", complaint: null };
  const ENTRIES = "/v1/shortlists/new/entries";
  const entry = { id: "e", attributes: { title: "Harbour", asset_id: null, offset_seconds: null } };

  test("is added without it, which the message says, and gets it when it is uploaded", async () => {
    Object.assign(globalThis, { Audio: EventTarget });
    const { addSong } = await page.load<AddSong>("shortlists/add-song.ts");
    const { droppedFiles } = await page.load<Uploads>("search/uploads.ts");
    const { filmNote } = await page.load<FilmSource>("film/film-source.ts");
    const { notice } = await page.load<Notices>("lib/notices.ts");
    const change = `${ENTRIES}/e`;
    const adding = async (): Promise<void> => {
      droppedFiles.value = [{ ...FILM, assetId: null }];
      const added = addSong("song");
      await settled();
      await page.request("POST", ENTRIES).answer({ data: entry }, 201);
      await added;
    };
    await adding();
    expect(page.request("POST", ENTRIES).attributes).not.toHaveProperty("asset_id");
    expect(notice.value?.text).toContain("still without the film");
    expect(filmNote.value).toBe("film.uploading");

    droppedFiles.value = [{ ...FILM, assetId: "film" }];
    await settled();
    await page.request("PATCH", change).answer({ data: entry });
    expect(page.request("PATCH", change).attributes).toEqual({ asset_id: "film" });
    expect(notice.value?.text).toBe("Harbour on “first” has the film now.");
    expect(filmNote.value).toBe("film.analysing");

    // A film that is taken back is not waited for.
    await adding();
    droppedFiles.value = [];
    await settled();
    expect(page.asked.filter(({ method, path }) => method === "PATCH" && path === change)).toHaveLength(1);
  });
});

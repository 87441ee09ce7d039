import { beforeEach, describe, expect, test } from "bun:test";
import { ConsoleState, settled } from "../support/console-state.ts";

interface Song {
  readonly entryId: string;
  readonly title: string;
}

interface OpenedState {
  readonly opened: {
    value: { readonly kind: string; readonly list?: { readonly id: string }; readonly songs?: readonly Song[] };
  };
  readonly openList: (id: string) => Promise<void>;
  readonly changeList: (change: object) => Promise<void>;
  readonly changeSong: (entryId: string, change: object) => Promise<void>;
  readonly moveSong: (entryId: string, position: number) => Promise<void>;
  readonly removeSong: (song: Song) => Promise<void>;
}

interface Notices {
  readonly notice: { value: { readonly text: string; readonly action: { readonly run: () => void } | null } | null };
  readonly dismissNotice: () => void;
}

const page = new ConsoleState();
const shortlist = await page.load<OpenedState>("shortlists/opened-state.ts");
const notices = await page.load<Notices>("lib/notices.ts");

beforeEach(async () => {
  notices.dismissNotice();
  await opening("first");
});

const path = (id: string): string => `/v1/shortlists/${id}`;
const entriesPath = (id: string): string => `${path(id)}/entries`;

function listOf(id: string): object {
  return { data: { id, attributes: { name: id, note: "", entries: 3 } } };
}

/** An entry as far as the page reads it. */
function entry(id: string, more: object = {}): object {
  const attributes = {
    song_id: `song-${id}`,
    title: id,
    artists: [],
    note: "",
    rating: 0,
    audio_file_id: null,
    asset_id: null,
    offset_seconds: null,
    availability: "available",
    ...more,
  };
  return { id, attributes };
}

async function answerOpening(
  id: string,
  entries: readonly object[] = ["a", "b", "c"].map((one) => entry(one)),
): Promise<void> {
  await page.request("GET", path(id)).answer(listOf(id));
  await page.request("GET", entriesPath(id)).answer({ data: entries, included: [] });
}

async function opening(id: string, entries?: readonly object[]): Promise<void> {
  const opened = shortlist.openList(id);
  await answerOpening(id, entries);
  await opened;
}

function order(): string {
  return (shortlist.opened.value.songs ?? []).map(({ entryId }) => entryId).join("");
}

describe("an opened shortlist", () => {
  test("drops the songs of one that was opened before and answers late", async () => {
    const slow = shortlist.openList("second");
    const answers = [page.request("GET", path("second")), page.request("GET", entriesPath("second"))];
    await opening("third", [entry("x")]);
    await answers[0]?.answer(listOf("second"));
    await answers[1]?.answer({ data: [entry("y")], included: [] });
    await slow;
    expect(shortlist.opened.value.list?.id).toBe("third");
    expect(order()).toBe("x");
  });

  test("does not give way to the one in which a song was changed before", async () => {
    const changing = shortlist.changeSong("a", { rating: 3 });
    await settled();
    const change = page.request("PATCH", `${entriesPath("first")}/a`);
    await opening("second", [entry("x")]);
    await change.answer({ data: entry("a") });
    await changing;
    expect(shortlist.opened.value.list?.id).toBe("second");
    expect(order()).toBe("x");
  });

  test("stays, with what is being written, if it cannot be read again", async () => {
    const reading = shortlist.openList("first");
    const errors = [{ status: 503, detail: "Too much work." }];
    await page.request("GET", path("first")).answer({ errors }, 503);
    await reading;
    expect(order()).toBe("abc");
    expect(notices.notice.value?.text).toStartWith("The server cannot do this at the moment.");
  });

  test("keeps its name when another one was renamed before", async () => {
    const renaming = shortlist.changeList({ name: "renamed" });
    await settled();
    const change = page.request("PATCH", path("first"));
    await opening("second");
    await change.answer(listOf("first"));
    await renaming;
    expect(shortlist.opened.value.list?.id).toBe("second");
  });
});

describe("a shortlist that is renamed again before the service has answered", () => {
  test("ends with the last name", async () => {
    const names = (): unknown[] =>
      page.asked.flatMap(({ method, attributes }) => (method === "PATCH" ? [attributes["name"]] : []));
    const before = names().length;
    const renamings = [shortlist.changeList({ name: "one" }), shortlist.changeList({ name: "two" })];
    await settled();
    expect(names().slice(before)).toEqual(["one"]);
    await page.request("PATCH", path("first")).answer(listOf("first"));
    expect(names().slice(before)).toEqual(["one", "two"]);
    await page.request("PATCH", path("first")).answer(listOf("first"));
    await answerOpening("first");
    await Promise.all(renamings);
  });
});

describe("a song that is moved again before the service has answered", () => {
  test("stays where it is shown, and ends there", async () => {
    const moves = [shortlist.moveSong("c", 2)];
    await settled();
    const first = page.request("PATCH", `${entriesPath("first")}/c`);
    moves.push(shortlist.moveSong("c", 1));
    expect(order()).toBe("cab");
    await first.answer({ data: entry("c") });
    expect(order()).toBe("cab");
    await page.request("PATCH", `${entriesPath("first")}/c`).answer({ data: entry("c") });
    expect(page.request("PATCH", `${entriesPath("first")}/c`).attributes).toEqual({ position: 1 });
    await answerOpening(
      "first",
      ["c", "a", "b"].map((one) => entry(one)),
    );
    await Promise.all(moves);
    expect(order()).toBe("cab");
  });
});

describe("a removed song", () => {
  test("comes back without its film when the film is no longer stored", async () => {
    await opening("first", [entry("a", { asset_id: "film", offset_seconds: 2.5, note: "good" })]);
    const [song] = shortlist.opened.value.songs ?? [];
    const removing = shortlist.removeSong(song as Song);
    await settled();
    await page.request("DELETE", `${entriesPath("first")}/a`).answer({}, 200);
    await answerOpening("first", []);
    await removing;
    notices.notice.value?.action?.run();
    await settled();
    const errors = [
      {
        status: "404",
        code: "asset_unavailable",
        detail: "There is no such asset.",
        source: { pointer: "/data/attributes/asset_id" },
      },
    ];
    await page.request("POST", entriesPath("first")).answer({ errors }, 404);
    const again = page.request("POST", entriesPath("first"));
    expect(again.attributes).toMatchObject({ song_id: "song-a", note: "good", asset_id: null, offset_seconds: 2.5 });
    await again.answer({ data: entry("a") }, 201);
    expect(notices.notice.value?.text).toBe("a is back, but without its film, which is no longer stored.");
  });
});

import { RECIPIENTS_PER_DAY_MAX } from "../../../src/shortlists/shares/shares.ts";
import { pick, type RandomGenerator } from "../../../src/sound/seeded.ts";
import { type RequestDeps, sendWithKey } from "./client-requests.ts";

const PATH = "/v1/shortlists";
const LISTS_MAX = 4;
const LINKS_MAX = 5;
const CHANGES_PER_RUN = 4;
/** Every version of the catalog has these songs. */
const SONGS = 20;
/** Links that do not work any more and are opened at the end, by each of three clients. The server answers 20 such requests a second. */
const ENDED_LINKS_OPENED = 6;

interface State {
  readonly name: string;
  /** Ids, in order. */
  readonly songs: readonly string[];
  /** Recipients of links that work. */
  readonly recipients: readonly string[];
}

/** A shortlist whose creation was acknowledged. */
interface Known {
  readonly id: string;
  /**
   * What the server may have; null: nothing. One state, or two after a request without an answer: the one before it, and the one
   * that it asked for.
   */
  possible: readonly (State | null)[];
}

/** A shortlist as the server presents it, with what is necessary to change it. */
interface Presented {
  readonly state: State;
  /** Song → id of its entry. */
  readonly entries: ReadonlyMap<string, string>;
  /** Recipient → id and path of the link. */
  readonly links: ReadonlyMap<string, { readonly id: string; readonly path: string }>;
}

interface Change {
  readonly method: string;
  /** Below the shortlist. */
  readonly path: string;
  readonly data?: object;
  readonly after: State | null;
  /** Path of a link that the change ends. */
  readonly ends?: string;
}

/** The shortlists of one client, which only this client changes, so that it knows what each of them must be. */
export class ShortlistWork {
  readonly #lists: Known[] = [];
  readonly #endedLinks: string[] = [];
  #named = 0;
  #changes = 0;

  /** Changes that were acknowledged. */
  get changes(): number {
    return this.#changes;
  }

  /** Makes a few changes, each of them of a random shortlist. */
  async run(deps: RequestDeps, random: RandomGenerator): Promise<void> {
    for (let left = CHANGES_PER_RUN; left > 0; left -= 1) await this.#change(deps, random);
  }

  /** Compares all shortlists with what was acknowledged. */
  async check(deps: RequestDeps): Promise<void> {
    const { faults } = deps.acknowledged;
    for (const list of this.#lists) {
      const presented = await checked(deps, list);
      for (const { path } of presented?.links.values() ?? []) {
        const status = await statusOf(deps, path);
        if (status !== 200) faults.push(`a shared link is answered with ${status}`);
      }
    }
    for (const path of this.#endedLinks.slice(-ENDED_LINKS_OPENED)) {
      const status = await statusOf(deps, path);
      if (status !== 404) faults.push(`a shared link that has ended is answered with ${status}`);
    }
  }

  /** Reads a shortlist, checks it and changes it, or creates one. */
  async #change(deps: RequestDeps, random: RandomGenerator): Promise<void> {
    const [first, ...others] = this.#lists.filter(({ possible }) => possible.some((state) => state !== null));
    if (first === undefined || (others.length + 1 < LISTS_MAX && random() < 0.2)) return await this.#create(deps);
    const list = pick(random, [first, ...others]);
    const presented = await checked(deps, list);
    if (presented === null) return;
    const change = pick(random, CHANGES)(presented, random, this.#newName());
    if (change !== null) await this.#send(deps, list, change);
  }

  async #create(deps: RequestDeps): Promise<void> {
    const name = this.#newName();
    const data = { type: "shortlists", attributes: { name } };
    const response = await sendWithKey(deps, PATH, { method: "POST", data });
    if (!isDone(deps, response, "POST")) return void (await response.arrayBuffer());
    const created = (await response.json()) as { readonly data: { readonly id: string } };
    this.#lists.push({ id: created.data.id, possible: [{ name, songs: [], recipients: [] }] });
    this.#changes += 1;
  }

  async #send(deps: RequestDeps, list: Known, { method, path, data, after, ends }: Change): Promise<void> {
    const before = list.possible;
    list.possible = [...before, after];
    const init = { method, ...(data === undefined ? {} : { data }) };
    const isLink = path === "/shares";
    if (isLink) deps.acknowledged.linksAsked += 1;
    const response = await sendWithKey(deps, `${PATH}/${list.id}${path}`, init);
    const isFull = isLink && response.status === 422 && deps.acknowledged.linksAsked > RECIPIENTS_PER_DAY_MAX;
    const done = !isFull && isDone(deps, response, `${method} ${path}`);
    if (done) list.possible = [after];
    else if (deps.isUncertain !== true || response.status !== 503) list.possible = before;
    if (done) this.#changes += 1;
    if (done && ends !== undefined) this.#endedLinks.push(ends);
    await response.arrayBuffer();
  }

  #newName(): string {
    return `number ${++this.#named}`;
  }
}

type ChooseChange = (presented: Presented, random: RandomGenerator, newName: string) => Change | null;

const rename: ChooseChange = ({ state }, _random, name) => ({
  method: "PATCH",
  path: "",
  data: { type: "shortlists", attributes: { name } },
  after: { ...state, name },
});

const add: ChooseChange = ({ state }, random) => {
  const song = `song-${Math.floor(random() * SONGS)}`;
  const position = 1 + Math.floor(random() * (state.songs.length + 1));
  if (state.songs.includes(song)) return null;
  return {
    method: "POST",
    path: "/entries",
    data: { type: "shortlist_entries", attributes: { song_id: song, position } },
    after: { ...state, songs: state.songs.toSpliced(position - 1, 0, song) },
  };
};

const move: ChooseChange = ({ state, entries }, random) => {
  const [first, ...others] = entries;
  if (first === undefined) return null;
  const [song, entry] = pick(random, [first, ...others]);
  const position = 1 + Math.floor(random() * state.songs.length);
  const rest = state.songs.filter((id) => id !== song);
  return {
    method: "PATCH",
    path: `/entries/${entry}`,
    data: { type: "shortlist_entries", attributes: { position } },
    after: { ...state, songs: rest.toSpliced(position - 1, 0, song) },
  };
};

const removeEntry: ChooseChange = ({ state, entries }, random) => {
  const [first, ...others] = entries;
  if (first === undefined) return null;
  const [song, entry] = pick(random, [first, ...others]);
  return {
    method: "DELETE",
    path: `/entries/${entry}`,
    after: { ...state, songs: state.songs.filter((id) => id !== song) },
  };
};

const share: ChooseChange = ({ state }, _random, recipient) => {
  if (state.recipients.length >= LINKS_MAX) return null;
  return {
    method: "POST",
    path: "/shares",
    data: { type: "shortlist_shares", attributes: { recipient, days: 7 } },
    after: { ...state, recipients: [...state.recipients, recipient].toSorted() },
  };
};

const endLink: ChooseChange = ({ state, links }, random) => {
  const [first, ...others] = links;
  if (first === undefined) return null;
  const [recipient, { id, path }] = pick(random, [first, ...others]);
  return {
    method: "DELETE",
    path: `/shares/${id}`,
    after: { ...state, recipients: state.recipients.filter((one) => one !== recipient) },
    ends: path,
  };
};

const remove: ChooseChange = ({ links }) => {
  const [path] = [...links.values()].map((link) => link.path);
  return { method: "DELETE", path: "", after: null, ...(path === undefined ? {} : { ends: path }) };
};

const CHANGES: readonly [ChooseChange, ...ChooseChange[]] = [
  rename,
  add,
  add,
  add,
  move,
  removeEntry,
  share,
  endLink,
  remove,
];

/** Reads a shortlist; null if the server has none. Reports one that is not as it must be. */
async function checked(deps: RequestDeps, list: Known): Promise<Presented | null> {
  const presented = await present(deps, list.id);
  if (presented === "unavailable") return null;
  const found = JSON.stringify(presented?.state ?? null);
  if (!list.possible.some((state) => JSON.stringify(state) === found)) {
    const expected = list.possible.map((state) => JSON.stringify(state)).join(" or ");
    deps.acknowledged.faults.push(`the shortlist ${list.id} is ${found}, not ${expected}`);
  }
  list.possible = [presented?.state ?? null];
  return presented;
}

async function present(deps: RequestDeps, id: string): Promise<Presented | null | "unavailable"> {
  const head = await read<{ readonly data: { readonly attributes: { readonly name: string } } }>(deps, `${PATH}/${id}`);
  if (head === null || head === "unavailable") return head;
  const entries = await read<Listed<{ song_id: string; position: number }>>(deps, `${PATH}/${id}/entries`);
  const shares = await read<Listed<{ recipient: string; url: string | null }>>(deps, `${PATH}/${id}/shares`);
  if (entries === "unavailable" || shares === "unavailable") return "unavailable";
  const rows = entries?.data ?? [];
  if (rows.some(({ attributes }, index) => attributes.position !== index + 1)) {
    deps.acknowledged.faults.push(`the positions of the shortlist ${id} are not 1, 2, 3 and so on`);
  }
  const links = (shares?.data ?? []).flatMap(({ id: link, attributes: { recipient, url } }) =>
    url === null ? [] : [{ recipient, id: link, path: new URL(url).pathname }],
  );
  return {
    state: {
      name: head.data.attributes.name,
      songs: rows.map(({ attributes }) => attributes.song_id),
      recipients: links.map(({ recipient }) => recipient).toSorted(),
    },
    entries: new Map(rows.map((row) => [row.attributes.song_id, row.id])),
    links: new Map(links.map((link) => [link.recipient, link])),
  };
}

interface Listed<Attributes> {
  readonly data: readonly { readonly id: string; readonly attributes: Attributes }[];
}

/** Returns a document; null if it is not found. */
async function read<Document>(deps: RequestDeps, path: string): Promise<Document | null | "unavailable"> {
  const response = await sendWithKey(deps, path);
  if (response.status === 200) return (await response.json()) as Document;
  await response.arrayBuffer();
  if (response.status === 404) return null;
  if (response.status !== 503) deps.acknowledged.faults.push(`GET ${path} was answered with ${response.status}`);
  return "unavailable";
}

/** Opens a shared link, which needs no key. */
async function statusOf({ url, over }: RequestDeps, path: string): Promise<number> {
  const response = await fetch(`${url}${path}`, { headers: { accept: "text/html" }, signal: over });
  await response.arrayBuffer();
  return response.status;
}

/** Returns whether a change was made. All of them are valid, so only 503 may refuse one. */
function isDone({ acknowledged }: RequestDeps, { ok, status }: Response, what: string): boolean {
  if (!ok && status !== 503) acknowledged.faults.push(`the change ${what} of a shortlist was answered with ${status}`);
  return ok;
}

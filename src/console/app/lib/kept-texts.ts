import { type KeptTexts, type NamedTexts, textsOf } from "./stored-texts.ts";

const STORED_AS = "needledrop-texts";
/** Bounds of what is kept. The service's longest text has 2,000 characters. */
const FIELDS_MAX = 50;
const CHARACTERS_MAX = 4_000;
/** Fields with these types hold no text, or a secret. */
const LEFT_OUT = ":not([type=password], [type=checkbox], [type=radio], [type=file], [type=range], [readonly])";
const TEXT_FIELDS = `#page textarea[name], #page input[name]${LEFT_OUT}`;

/** Returns the texts of the search that were not searched. */
let readSearch: () => NamedTexts = () => ({});
let searchTexts: NamedTexts = {};

/** The search keeps its texts in its state, also while another page is open. */
export function keepSearchWith(read: () => NamedTexts): void {
  readSearch = read;
}

/** Returns, once, the texts of the search from before the page was loaded anew. */
export function takeSearchTexts(): NamedTexts {
  const taken = searchTexts;
  searchTexts = {};
  return taken;
}

/** Keeps what the person has written in this tab of the browser, until the same person is back. Passwords are left out. */
export function keepTexts(person: string): void {
  const fields = [...textFields()].flatMap(([key, field]) =>
    field.value === field.defaultValue ? [] : [[key, field.value] as const],
  );
  const kept: KeptTexts = {
    person,
    at: Date.now(),
    path: location.pathname,
    fields: bounded(fields),
    search: bounded(Object.entries(readSearch())),
  };
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing forgets the texts.
  }
}

/** Forgets the texts of whoever was signed in. */
export function forgetTexts(): void {
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    // There are none.
  }
}

/** Gives a person's texts back: the page's fields get them as soon as they are shown. Those of another person are forgotten. */
export function giveBackTexts(person: string): void {
  const kept = textsOf(storedTexts(), person, Date.now());
  forgetTexts();
  if (kept === null) return;
  searchTexts = kept.search;
  const left = new Map(Object.entries(kept.fields));
  const fill = (): void => {
    if (location.pathname !== kept.path) left.clear();
    for (const [key, field] of left.size === 0 ? [] : textFields()) {
      const text = left.get(key);
      if (text === undefined || !left.delete(key)) continue;
      field.value = text;
      for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
    }
    if (left.size === 0) waiting.disconnect();
  };
  const waiting = new MutationObserver(fill);
  waiting.observe(document.body, { subtree: true, childList: true });
}

function storedTexts(): string | null {
  try {
    return sessionStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

function bounded(texts: readonly (readonly [string, string])[]): NamedTexts {
  return Object.fromEntries(texts.filter(([, text]) => text.length <= CHARACTERS_MAX).slice(0, FIELDS_MAX));
}

/** The page's fields for text, by their names. Those of a song have its id, because songs can change their order. */
function* textFields(): Generator<readonly [string, HTMLInputElement | HTMLTextAreaElement]> {
  const counts = new Map<string, number>();
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)) {
    if (field.closest(".sign-in") !== null) continue;
    const song = field.closest<HTMLElement>("[data-song]")?.dataset["song"] ?? "";
    const name = `${song}/${field.name}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    yield [`${name}/${count}`, field];
  }
}

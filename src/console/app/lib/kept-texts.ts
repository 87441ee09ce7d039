import { type KeptTexts, type NamedTexts, textsOf } from "./stored-texts.ts";

const STORED_AS = "needledrop-texts";
/** Bounds of what is kept. The service's longest text has 2,000 characters. */
const FIELDS_MAX = 50;
const CHARACTERS_MAX = 4_000;
/** How long fields that are not shown yet are waited for, and how long one that was filled is looked at again. */
const WAIT_MS = 30_000;
const SETTLED_MS = 2_000;
const LOOK_MS = 200;
/** For how long a text counts as being written. */
const TYPED_MS = 10_000;
/** Fields with these types hold no text, or a secret. */
const LEFT_OUT = ":not([type=password], [type=checkbox], [type=radio], [type=file], [type=range], [readonly])";
const TEXT_FIELDS = `#page textarea[name], #page input[name]${LEFT_OUT}`;

/** What was typed last, by field: a page can take a text back that it could not save before it is kept. */
const typed = new Map<string, { readonly text: string; readonly at: number }>();
let isNoted = false;

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
  const fields = Array.from(textFields()).flatMap(([key, field]) => {
    const text = field.value === field.defaultValue ? lastTyped(key) : field.value;
    return text === null ? [] : [[key, text] as const];
  });
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
  typed.clear();
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    // There are none.
  }
}

function noteTyping(): void {
  if (isNoted) return;
  isNoted = true;
  document.addEventListener("input", ({ target }) => {
    const found = Array.from(textFields()).find(([, field]) => field === target);
    if (found === undefined) return;
    if (typed.size >= FIELDS_MAX) typed.clear();
    typed.set(found[0], { text: found[1].value, at: Date.now() });
  });
}

function lastTyped(key: string): string | null {
  const last = typed.get(key);
  return last === undefined || Date.now() - last.at > TYPED_MS ? null : last.text;
}

/** Gives a person's texts back: the page's fields get them as soon as they are shown. Those of another person are forgotten. */
export function giveBackTexts(person: string): void {
  noteTyping();
  const kept = textsOf(storedTexts(), person, Date.now());
  forgetTexts();
  if (kept === null) return;
  searchTexts = kept.search;
  const left = new Map(Object.entries(kept.fields));
  const filledAt = new Map<string, number>();
  const until = Date.now() + WAIT_MS;
  let wasThere = false;
  const fill = (): void => {
    const now = Date.now();
    const isThere = location.pathname === kept.path;
    // The page opens a moment after the sign-in.
    if ((wasThere && !isThere) || now > until) left.clear();
    wasThere ||= isThere;
    for (const [key, field] of isThere && left.size > 0 ? textFields() : []) {
      const text = left.get(key);
      if (text === undefined) continue;
      const first = filledAt.get(key) ?? now;
      filledAt.set(key, first);
      // What the server has can arrive after the field was filled, and replace it.
      if (field.value !== text && (first === now || field !== document.activeElement)) write(field, text);
      if (now - first >= SETTLED_MS) left.delete(key);
    }
    if (left.size > 0) return;
    waiting.disconnect();
    clearInterval(looking);
  };
  const waiting = new MutationObserver(fill);
  waiting.observe(document.body, { subtree: true, childList: true });
  const looking = setInterval(fill, LOOK_MS);
}

function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = text;
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
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

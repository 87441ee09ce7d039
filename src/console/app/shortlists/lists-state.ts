import { computed, signal } from "@preact/signals";
import type { Shortlist } from "../../../../clients/typescript/operations.ts";
import { client } from "../lib/client.ts";
import { readStoredText, writeStored } from "../lib/stored.ts";

const STORED_AS = "needledrop-shortlist";
const PAGE_SIZE = 100;
/** A key has at most 200 shortlists. */
const PAGES_MAX = 3;

/** The person's shortlists, newest first; null until they are read. */
export const lists = signal<readonly Shortlist[] | null>(null);
const chosenId = signal<string | null>(readStoredText(STORED_AS));

/** The shortlist that F adds songs to: the chosen one, else the newest. */
export const currentList = computed<Shortlist | null>(
  () => lists.value?.find(({ id }) => id === chosenId.value) ?? lists.value?.[0] ?? null,
);

/** Makes a shortlist the one that F adds songs to. This browser keeps it. */
export function chooseList(id: string): void {
  chosenId.value = id;
  writeStored(STORED_AS, id);
}

/** Counts the changes of shortlists: an answer to an earlier reading is outdated. */
let changes = 0;
let readings = 0;
let latest: Promise<void> | null = null;

/** Reads the person's shortlists, and again if one was changed meanwhile. If another reading begins, its answer counts. */
export async function readLists(): Promise<void> {
  latest = readAll();
  await latest;
}

async function readAll(): Promise<void> {
  const before = changes;
  readings += 1;
  const own = readings;
  const found: Shortlist[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query: { "page[size]": number; "page[cursor]"?: string } = { "page[size]": PAGE_SIZE };
    if (cursor !== null) query["page[cursor]"] = cursor;
    const { body } = await client.listShortlists({ query });
    found.push(...body.data);
    cursor = body.links.next === null ? null : new URL(body.links.next).searchParams.get("page[cursor]");
    if (cursor === null) break;
  }
  if (own !== readings) return await (latest ?? undefined);
  if (before !== changes) return await readAll();
  lists.value = found;
}

let adding: Promise<Shortlist> | null = null;

/** Returns the current shortlist, and begins one with this name if there is none. Calls at the same time get the same shortlist. */
export async function listToAddTo(name: string): Promise<Shortlist> {
  adding ??= readOrBegin(name).finally(() => (adding = null));
  return await adding;
}

async function readOrBegin(name: string): Promise<Shortlist> {
  if (lists.value === null) await readLists();
  return currentList.value ?? (await beginList(name));
}

/** Begins a shortlist, which F then adds songs to. */
export async function beginList(name: string): Promise<Shortlist> {
  const { body } = await client.createShortlist({ body: { data: { type: "shortlists", attributes: { name } } } });
  changes += 1;
  lists.value = [body.data, ...(lists.value ?? []).filter(({ id }) => id !== body.data.id)];
  chooseList(body.data.id);
  return body.data;
}

export async function deleteList(id: string): Promise<void> {
  await client.deleteShortlist({ path: { id } });
  changes += 1;
  lists.value = lists.value?.filter((one) => one.id !== id) ?? null;
}

/** Shows a change of a shortlist that the service has answered. */
export function showList(changed: Shortlist): void {
  changes += 1;
  lists.value = lists.value?.map((one) => (one.id === changed.id ? changed : one)) ?? null;
}

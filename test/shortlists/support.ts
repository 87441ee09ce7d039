import { expect } from "bun:test";
import { type HttpApp, JSON_API } from "../support/http-app.ts";

export interface EntryResource {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>> & { readonly song_id: string; readonly position: number };
  readonly relationships: { readonly song: { readonly data: { readonly id: string } | null } };
}

/** Sends a request with a body as a client does. */
export async function send(
  app: HttpApp,
  token: string,
  { method = "POST", path, type = "shortlists", attributes }: Sent,
): Promise<Response> {
  const body = JSON.stringify({ data: { type, attributes } });
  return await app.ask(path, { method, token, headers: { "content-type": JSON_API }, body });
}

export interface Sent {
  readonly method?: "POST" | "PATCH";
  readonly path: string;
  readonly type?: string;
  readonly attributes: unknown;
}

/** Begins a shortlist with these songs and returns its address. */
export async function begin(
  app: HttpApp,
  token: string,
  songs: readonly string[] = [],
  name = "A list",
): Promise<string> {
  const response = await send(app, token, { path: "/v1/shortlists", attributes: { name } });
  expect(response.status).toBe(201);
  const { data } = (await response.json()) as { data: { id: string } };
  const path = `/v1/shortlists/${data.id}`;
  for (const song of songs) expect((await add(app, token, path, { song_id: song })).status).toBe(201);
  return path;
}

export async function add(app: HttpApp, token: string, path: string, attributes: object): Promise<Response> {
  return await send(app, token, { path: `${path}/entries`, type: "shortlist_entries", attributes });
}

export async function entries(app: HttpApp, token: string, path: string): Promise<readonly EntryResource[]> {
  const response = await app.ask(`${path}/entries`, { token });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: readonly EntryResource[] }).data;
}

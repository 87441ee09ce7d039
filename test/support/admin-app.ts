import { ADMIN_TOKEN, type HttpApp, JSON_API } from "./http-app.ts";

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** A response of `/v1/admin`, parsed. */
export interface AdminAnswer {
  readonly status: number;
  readonly data: AdminEntry;
  readonly list: readonly AdminEntry[];
  readonly next: string | null;
}

export interface AdminEntry {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Sends a request with the admin token, and returns the response. */
export async function askAdmin(
  app: HttpApp,
  method: string,
  path: string,
  body?: { readonly type: string; readonly attributes: object },
): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify({ data: body }) };
  return await app.ask(path, { method, headers: { ...BEARER, "content-type": JSON_API }, ...content });
}

/** Sends a request with the admin token that succeeds. */
export async function admin(
  app: HttpApp,
  method: string,
  path: string,
  body?: { readonly type: string; readonly attributes: object },
): Promise<AdminAnswer> {
  const response = await askAdmin(app, method, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  const { data, links } = JSON.parse(text) as {
    readonly data: AdminEntry & readonly AdminEntry[];
    readonly links?: { readonly next?: string };
  };
  return { status: response.status, data, list: data, next: links?.next ?? null };
}

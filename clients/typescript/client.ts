import { type ErrorDocument, type Nothing, OPERATIONS, type Operations } from "./operations.ts";

export type OperationName = keyof Operations;

type PathOf<Name extends OperationName> = Operations[Name]["path"];
type BodyOf<Name extends OperationName> = Operations[Name]["body"];
type AnswersOf<Name extends OperationName> = Operations[Name]["answers"];

/** A member of a call, if the operation needs it. */
type Needed<Member extends string, Value> = [Value] extends [undefined | Nothing]
  ? unknown
  : { readonly [Key in Member]: Value };

export type Call<Name extends OperationName> = Needed<"path", PathOf<Name>> &
  Needed<"body", BodyOf<Name>> & {
    readonly query?: Operations[Name]["query"];
    readonly signal?: AbortSignal;
    /** Sends this request instead of the client's own `fetch`, for example to observe the progress of an upload. */
    readonly fetch?: Fetch;
  };

/** The answer to a call, by its status: `body` is null if the answer has none. */
export type Answer<Name extends OperationName> = {
  readonly [Status in keyof AnswersOf<Name>]: {
    readonly status: Status;
    readonly headers: Headers;
    readonly body: AnswersOf<Name>[Status];
  };
}[keyof AnswersOf<Name>];

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** For example `https://music.studio.example`; in a browser, the page's own server by default. */
  readonly baseUrl?: string;
  /** An API key. Without one, a browser sends the cookie of its session. */
  readonly token?: string;
  /** Headers of every request, read for each. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly fetch?: Fetch;
}

/** One method per operation of the API. Each throws ApiError for a refusal, and what `fetch` throws if there is no answer. */
export type Client = {
  readonly [Name in OperationName]: (...call: Arguments<Name>) => Promise<Answer<Name>>;
};

type Arguments<Name extends OperationName> = [PathOf<Name>, BodyOf<Name>] extends [Nothing, undefined]
  ? [call?: Call<Name>]
  : [call: Call<Name>];

/** A refusal by the service. `errors` lists all mistakes of the request. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: ErrorDocument["errors"];
  /** From the header Retry-After; null without it. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, errors: ErrorDocument["errors"], retryAfterSeconds: number | null) {
    super(errors.map(({ detail }) => detail).join(" "));
    this.name = "ApiError";
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function createClient(options: ClientOptions = {}): Client {
  const methods = Object.keys(OPERATIONS).map((name) => [
    name,
    (call: LooseCall = {}) => send(name as OperationName, call, options),
  ]);
  return Object.fromEntries(methods) as Client;
}

/** Returns the address of an operation, for example for an `EventSource`. */
export function urlOf<Name extends OperationName>(
  name: Name,
  path: PathOf<Name>,
  query: Operations[Name]["query"] = {},
  baseUrl = "",
): string {
  const filled = OPERATIONS[name].path.replaceAll(/\{(\w+)\}/g, (_whole, key: string) =>
    encodeURIComponent(String(Reflect.get(path, key))),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(Object.fromEntries(given.map(([key, value]) => [key, String(value)]))).toString();
  return `${baseUrl}${filled}${search === "" ? "" : `?${search}`}`;
}

/** A call without its types, which the methods of `Client` have checked. */
interface LooseCall {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly fetch?: Fetch;
}

async function send(name: OperationName, call: LooseCall, options: ClientOptions): Promise<unknown> {
  const { method, body: bodyType } = OPERATIONS[name];
  const { token, headers = () => ({}) } = options;
  const request = call.fetch ?? options.fetch ?? fetch;
  const url = urlOf(name, (call.path ?? {}) as never, (call.query ?? {}) as never, options.baseUrl);
  const response = await request(url, {
    method,
    headers: {
      accept: "application/vnd.api+json",
      // A form has its own, with the boundary between its parts.
      ...(bodyType === null || bodyType === "multipart/form-data" ? {} : { "content-type": bodyType }),
      ...(token === undefined ? {} : { authorization: `Token ${token}` }),
      ...headers(),
    },
    ...(bodyType === null ? {} : { body: encode(call.body, bodyType) }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const body: unknown = isJson && text !== "" ? JSON.parse(text) : null;
  // `/readyz` answers 503 with its document.
  if (response.ok || (body !== null && !isErrorDocument(body))) {
    return { status: response.status, headers: response.headers, body };
  }
  throw new ApiError(response.status, errorsOf(response, body), secondsOf(response.headers.get("retry-after")));
}

type BodyType = "application/vnd.api+json" | "multipart/form-data" | "application/octet-stream";

function encode(body: unknown, bodyType: BodyType): string | FormData | Blob {
  if (bodyType === "application/vnd.api+json") return JSON.stringify(body);
  if (bodyType === "application/octet-stream") return body as Blob;
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Readonly<Record<string, Blob | string | undefined>>)) {
    if (typeof value === "string") form.set(name, value);
    // Without a file name, some runtimes send a Blob as a text field.
    else if (value !== undefined) form.set(name, value, value instanceof File ? value.name : name);
  }
  return form;
}

function errorsOf(response: Response, body: unknown): ErrorDocument["errors"] {
  if (isErrorDocument(body)) return body.errors;
  const detail = `The server answered with status ${response.status} and without a description of the error.`;
  return [{ status: response.status, detail }];
}

function isErrorDocument(body: unknown): body is ErrorDocument {
  return typeof body === "object" && body !== null && "errors" in body;
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

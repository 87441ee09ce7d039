import type { HttpApp } from "../http-app.ts";

/** An operation of the OpenAPI document, as far as a request needs it. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly queryNames: readonly string[];
  /** The media types of the body; empty without a body. */
  readonly bodyTypes: readonly string[];
  /** A valid body from the document; null if it has none. */
  readonly example: unknown;
  /** The names of the security schemes that it accepts; empty if it needs none. */
  readonly needs: ReadonlySet<string>;
  /** The content types of its described answers. */
  readonly answerTypes: ReadonlySet<string>;
}

type Contents = Readonly<
  Record<
    string,
    { readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>;

interface PathItem {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

/** Reads all operations from the application's own document. */
export async function describedOperations(app: HttpApp): Promise<readonly DescribedOperation[]> {
  const document = (await (await app.ask("/openapi.json")).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, PathItem>>>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]) => {
      const content = item.requestBody?.content ?? {};
      const [first] = Object.values(content);
      return {
        method: method.toUpperCase(),
        path,
        queryNames: (item.parameters ?? []).flatMap((one) => (one.in === "query" ? [one.name] : [])),
        bodyTypes: Object.keys(content),
        example: first?.example ?? Object.values(first?.examples ?? {})[0]?.value ?? null,
        needs: new Set(item.security.flatMap((one) => Object.keys(one))),
        answerTypes: new Set(Object.values(item.responses).flatMap((answer) => Object.keys(answer.content ?? {}))),
      };
    }),
  );
}

/** Returns the routes that the document leaves out: the pages of the console and the files that pages load. */
export function pageOperations(app: HttpApp): readonly DescribedOperation[] {
  const pages = app.services.app.routes.filter(({ path }) => /^\/(?:console|reference\/)/.test(path));
  return pages.map(({ method, path }) => ({
    method,
    path: path.replaceAll(/:(\w+)/g, "{$1}").replace("*", "{rest}"),
    queryNames: [],
    bodyTypes: [],
    example: null,
    needs: new Set(["Session"]),
    answerTypes: new Set(["text/html"]),
  }));
}

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { HttpApp } from "../support/http-app.ts";

interface Described {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

let app: HttpApp;
let document: Described;
beforeAll(async () => {
  app = await HttpApp.create();
  document = (await (await app.ask("/openapi.json")).json()) as Described;
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe("/openapi.json", () => {
  test("is OpenAPI 3.1, and confirmed by its ETag", async () => {
    const response = await app.ask("/openapi.json");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(document.openapi).toMatch(/^3\.1\./);
    const etag = response.headers.get("etag") ?? "";
    expect((await app.ask("/openapi.json", { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("describes every route, and no other, except the console's pages and the files that pages load", () => {
    const isInternal = (path: string): boolean => /^\/(console|reference\/)/.test(path);
    const listed = app.services.app.routes.filter(({ path }) => !isInternal(path));
    const routes = listed.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual(routes.toSorted());
  });

  test("has examples that match their schemas", () => {
    const answers = app.services.features
      .flatMap(({ openapi }) => Object.entries(openapi?.paths ?? {}))
      .flatMap(([path, methods]) =>
        Object.values(methods).map(({ answers: all }) => [path, Object.values(all)] as const),
      )
      .flatMap(([path, all]) => all.map((answer) => ({ path, ...answer })))
      .filter(({ example }) => example !== undefined);
    expect(answers.length).toBeGreaterThan(3);
    for (const { path, schema, example } of answers) {
      const fault = schema === undefined ? "no schema" : Value.Errors(schema, example).First();
      expect([path, fault]).toEqual([path, undefined]);
    }
  });

  test("names every path parameter, and gives every operation a unique id", () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations()) {
      const named = operation.parameters?.filter((parameter) => parameter.in === "path").map(({ name }) => name) ?? [];
      expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ""));
    }
  });

  test("requires a key exactly for the routes that do", async () => {
    for (const { path, method, operation } of operations()) {
      const { status } = await app.ask(path.replace("{id}", "1042"), { method: method.toUpperCase() });
      expect([path, operation.security.length > 0]).toEqual([path, status === 401]);
      expect([path, "401" in operation.responses]).toEqual([path, status === 401]);
    }
  });

  test("says that refusals are JSON:API", () => {
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) >= 400) expect(Object.keys(response.content ?? {})).toEqual(["application/vnd.api+json"]);
      }
    }
  });

  test("accepts a search in both media types", () => {
    const body = document.paths["/v1/supervisor/search"]?.["post"]?.requestBody;
    expect(Object.keys(body?.content ?? {})).toEqual(["application/vnd.api+json", "application/json"]);
  });

  test("has no dangling references", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references)) {
      const place = reference
        .slice("#/".length)
        .split("/")
        .reduce<unknown>(
          (node, name) => (typeof node === "object" && node !== null ? Reflect.get(node, name) : undefined),
          document,
        );
      expect([reference, typeof place]).toEqual([reference, "object"]);
    }
  });
});

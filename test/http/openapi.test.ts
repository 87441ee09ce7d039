import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Value } from "@sinclair/typebox/value";
import { ErrorDocument } from "../../schema/wire/jsonapi.ts";
import { SearchResult } from "../../schema/wire/search.ts";
import { HttpApp } from "../support/http-app.ts";

/** Long, because checking the document takes seconds of processor time, and the machine can be busy. */
setDefaultTimeout(120_000);

/** Types whose bodies are no text, or whole pages. */
const HAS_NO_EXAMPLE = /^(audio|image|video)\/|^application\/(zip|pdf|octet-stream|x-tar)|^text\/html|^multipart/;

type PathItems = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
type Contents = Readonly<
  Record<
    string,
    { readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>;

interface Described {
  readonly openapi: string;
  readonly paths: PathItems;
  readonly webhooks: PathItems;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
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

  test("has an example of every answer and every body, and each matches its schema", () => {
    const described = app.services.features.flatMap(({ openapi }) => Object.entries(openapi?.paths ?? {}));
    const shown = described.flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ answers, body: schema, bodyExample: example, bodyTypes = [] }) => [
        ...Object.values(answers).map((answer) => ({ path, ...answer })),
        { path, schema, example, type: bodyTypes[0] },
      ]),
    );
    const expected = shown.filter(({ schema, type = "" }) => schema !== undefined && !HAS_NO_EXAMPLE.test(type));
    expect(expected.length).toBeGreaterThan(20);
    for (const { path, schema, example } of expected) {
      const fault = schema === undefined ? "no schema" : Value.Errors(schema, example).First();
      expect([path, example === undefined ? "no example" : fault]).toEqual([path, undefined]);
    }
  });

  test("has an example of every refusal and of both kinds of webhook", () => {
    const refused = operations().flatMap(({ operation }) =>
      Object.entries(operation.responses).filter(([status]) => Number(status) >= 400),
    );
    const contents = refused.flatMap(([, { content = {} }]) => Object.values(content));
    const webhook = document.webhooks["searchEnded"]?.["post"]?.requestBody?.content["application/vnd.api+json"];
    expect(contents.length).toBeGreaterThan(100);
    for (const { examples = {}, example } of contents) {
      const values = Object.values(examples).map(({ value }) => value);
      // The 503 of `/readyz` is an answer of its own.
      for (const value of values) expect(Value.Check(ErrorDocument, value)).toBe(true);
      expect(values.length > 0 || example !== undefined).toBe(true);
    }
    expect(Object.keys(webhook?.examples ?? {})).toEqual(["completed", "failed"]);
    for (const { value } of Object.values(webhook?.examples ?? {})) expect(Value.Check(SearchResult, value)).toBe(true);
  });

  test("keeps all rules that Redocly recommends", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
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

import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REFUSALS } from "../../schema/errors.ts";
import { HttpApp } from "../support/http-app.ts";

// test/docs.test.ts checks that every endpoint, code and metric is named. This file checks the tables of docs/api.md.

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create();
});
afterAll(() => app.close());

const page = readFileSync(join(import.meta.dir, "../../docs/api.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the table of errors has the same pairs of status and code as the catalogue of refusals", () => {
  const listed = rows.flatMap(([, status = "", code = ""]) => (/^[45]\d\d$/.test(status) ? [`${status} ${code}`] : []));
  const known = Object.values(REFUSALS).map(({ status, code }) => `${status} ${code === null ? "" : `\`${code}\``}`);
  expect([...new Set(listed)].toSorted()).toEqual([...new Set(known)].toSorted());
});

test("the table of metrics has their types and labels", () => {
  for (const { name, type, labels } of app.services.features.flatMap((feature) => feature.metrics ?? [])) {
    const row = rows.find(([, cell]) => cell === `\`${name}\``);
    expect([name, row?.[2], row?.[3]]).toEqual([name, type, labels.map((label) => `\`${label}\``).join(", ")]);
  }
});

test("every parameter of the OpenAPI description is named", () => {
  const operations = app.services.features
    .flatMap((feature) => Object.values(feature.openapi?.paths ?? {}))
    .flatMap((methods) => Object.values(methods));
  const names = operations
    .flatMap((operation) => operation.parameters ?? [])
    .map((parameter) => String(Reflect.get(parameter, "name")));
  const unnamed = [...new Set(names)].filter(
    (name) => !["id", "Range"].includes(name) && !page.includes(`\`${name}\``),
  );
  expect(unnamed).toEqual([]);
});

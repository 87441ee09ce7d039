import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { parseChecked, parseJson } from "../../src/lib/parse-json.ts";

test("parseJson returns undefined for text that is not JSON", () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  for (const text of ["", "{", "undefined"]) expect(parseJson(text)).toBeUndefined();
});

test("parseChecked returns null for text that is not JSON or does not match the schema", () => {
  const schema = Type.Array(Type.String());
  expect(parseChecked(schema, '["a"]')).toEqual(["a"]);
  for (const text of ["[", "null", "[1]", '{"a":1}']) expect(parseChecked(schema, text)).toBeNull();
});

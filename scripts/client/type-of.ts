/** A schema of the OpenAPI document, as parsed JSON. */
export type Schema = Readonly<Record<string, unknown>>;

const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Returns the TypeScript type of a JSON Schema. Throws for a keyword that it does not know, so that no type is silently wrong. */
export function typeOf(schema: unknown): string {
  if (!isSchema(schema) || Object.keys(schema).every((name) => ANNOTATIONS.has(name))) return "unknown";
  const { $ref: reference, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof reference === "string") return reference.split("/").at(-1) ?? "unknown";
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(anyOf)) return unionOf(anyOf);
  if (Array.isArray(oneOf)) return unionOf(oneOf);
  if (Array.isArray(allOf)) return allOf.map((part) => `(${typeOf(part)})`).join(" & ");
  if (Array.isArray(type)) return unionOf(type.map((name) => ({ ...schema, type: name })));
  if (type === "array") return `readonly (${typeOf(schema["items"])})[]`;
  if (type === "object") return objectOf(schema);
  const scalar = typeof type === "string" ? SCALARS[type] : undefined;
  if (scalar === undefined) throw new Error(`No TypeScript type is known for the schema ${JSON.stringify(schema)}.`);
  return schema["format"] === "binary" ? "Blob" : scalar;
}

/** Returns a member of an object type. */
export function memberOf(name: string, type: string, isRequired: boolean): string {
  return `readonly ${IDENTIFIER.test(name) ? name : JSON.stringify(name)}${isRequired ? "" : "?"}: ${type}`;
}

/** Keywords that describe and do not restrict. */
const ANNOTATIONS = new Set(["description", "title", "default", "examples", "example", "deprecated"]);

function unionOf(parts: readonly unknown[]): string {
  return [...new Set(parts.map(typeOf))].join(" | ");
}

function objectOf(schema: Schema): string {
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const properties = Object.entries(isSchema(schema["properties"]) ? schema["properties"] : {});
  const members = properties.map(([name, inner]) => memberOf(name, typeOf(inner), required.has(name)));
  const { additionalProperties: more, patternProperties: patterns } = schema;
  const others = isSchema(patterns) ? Object.values(patterns) : isSchema(more) ? [more] : [];
  if (members.length === 0) return `Readonly<Record<string, ${others.length === 0 ? "unknown" : unionOf(others)}>>`;
  return `{ ${members.join("; ")} }`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

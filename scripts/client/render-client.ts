import { memberOf, type Schema, typeOf } from "./type-of.ts";

export interface DescribedApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DescribedCall {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: unknown }>>;

interface RenderedCall {
  readonly type: string;
  readonly entry: string;
}

const JSON_API = "application/vnd.api+json";
/** The waveforms of audio files. */
const JSON_TYPE = "application/json";
const FORM = "multipart/form-data";
const BINARY = "application/octet-stream";
const EVENTS = "text/event-stream";

/**
 * Renders the types and the table of operations of the TypeScript client. Operations whose answers are not JSON
 * are left out: signed links open media, and the rest is for other programs.
 */
export function renderClient({ paths, components }: DescribedApi): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => renderCall(path, method, call)),
  );
  return `// Generated from /openapi.json by \`npm run generate:client\`. Do not edit.

${schemas.join("\n")}
/** No parameters. */
export type Nothing = Readonly<Record<string, never>>;

/** Parameters, body and answers of every operation, by its name. */
export interface Operations {
${calls.map(({ type }) => type).join("\n")}
}

/** How to send each operation. */
export const OPERATIONS = {
${calls.map(({ entry }) => entry).join("\n")}
} as const;
`;
}

function renderCall(path: string, method: string, call: DescribedCall): readonly RenderedCall[] {
  const answers = Object.entries(call.responses).filter(([status]) => Number(status) < 300);
  const types = answers.flatMap(([, { content = {} }]) => Object.keys(content));
  const isServed = types.every((type) => [JSON_API, JSON_TYPE, EVENTS].includes(type));
  if (!path.startsWith("/v1/") && !/^\/(healthz|readyz)$/.test(path)) return [];
  if (!isServed) return [];
  const parametersIn = (place: string): string => {
    const members = (call.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, schema }) => memberOf(name, typeOf(schema), required));
    return members.length === 0 ? "Nothing" : `{ ${members.join("; ")} }`;
  };
  const content = call.requestBody?.content ?? {};
  const bodyType = [FORM, BINARY].find((type) => type in content) ?? JSON_API;
  const body = content[bodyType];
  const answerTypes = answers.map(([status, { content: answered }]) => {
    const schema = (answered?.[JSON_API] ?? answered?.[JSON_TYPE])?.schema;
    return `readonly ${status}: ${schema === undefined ? "null" : typeOf(schema)}`;
  });
  const type = `  /** ${call.summary}. */
  readonly ${call.operationId}: {
    readonly path: ${parametersIn("path")};
    readonly query: ${parametersIn("query")};
    readonly body: ${body === undefined ? "undefined" : typeOf(body.schema)};
    readonly answers: { ${answerTypes.join("; ")} };
  };`;
  const entry = `  ${call.operationId}: { method: "${method.toUpperCase()}", path: "${path}", body: ${body === undefined ? "null" : JSON.stringify(bodyType)} },`;
  return [{ type, entry }];
}

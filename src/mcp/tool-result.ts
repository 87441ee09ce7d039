import type { Refusal, Refused } from "../lib/refusal.ts";
import { errorObject } from "../lib/error-object.ts";
import type { InvalidArguments } from "./invalid-arguments.ts";

/** Members of a result that MCP leaves to servers have a prefix. */
const ERRORS = "needledrop/errors";
const RETRY_AFTER = "needledrop/retry_after_seconds";
const ARGUMENTS = "/params/arguments";

/** The result of a tool: structured, and the same as text for clients that read only text. */
export function resultOf(structuredContent: object) {
  return { content: [text(JSON.stringify(structuredContent))], structuredContent: { ...structuredContent } };
}

/**
 * The result for a refused call: a sentence per error for the model, and the error objects of the HTTP API in `_meta`. Their
 * pointers lead into the MCP request. There is no structured content, because it would have to match the output schema.
 */
export function refusedResult({ refusals, headers }: Refused) {
  const errors = refusals.map((refusal) => {
    const pointer = pointerIn(refusal);
    return pointer === null ? errorObject(refusal) : { ...errorObject(refusal), source: { pointer } };
  });
  const retryAfter = headers["retry-after"];
  const wait = retryAfter === undefined ? "" : ` Retry after ${retryAfter} s.`;
  return {
    isError: true,
    content: errors.map(({ code, detail }) => text(`${code === undefined ? "" : `${code}: `}${detail}${wait}`)),
    _meta: { [ERRORS]: errors, ...(retryAfter === undefined ? {} : { [RETRY_AFTER]: Number(retryAfter) }) },
  };
}

export function invalidResult({ message, faults }: InvalidArguments) {
  const errors = faults.map((fault) => ({
    status: 422,
    detail: fault.message,
    source: { pointer: ARGUMENTS + (fault.path === "/" ? "" : fault.path) },
  }));
  return { isError: true, content: [text(message)], _meta: { [ERRORS]: errors } };
}

function text(value: string) {
  return { type: "text" as const, text: value };
}

/** Returns the pointer into the MCP request that replaces one into a body of the HTTP API, or a field of its form. */
function pointerIn({ source }: Refusal): string | null {
  if (source === undefined || "header" in source) return null;
  if ("pointer" in source) return source.pointer.replace(/^\/data\/attributes/, ARGUMENTS);
  return `${ARGUMENTS}/${source.parameter === "file" ? "data" : source.parameter}`;
}

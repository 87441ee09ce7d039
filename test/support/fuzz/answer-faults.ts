import { Value } from "@sinclair/typebox/value";
import { ErrorDocument } from "../../../schema/wire/jsonapi.ts";
import { JSON_API } from "../http-app.ts";
import type { DescribedOperation } from "./described-operations.ts";

/** What no answer can have: stacks, SQL and paths of the program. */
export const LEAKS: readonly RegExp[] = [
  /\n {4}at /,
  /\bat \S+ \(.*:\d+:\d+\)/,
  /\bSQLITE_[A-Z]+\b|SQLiteError|SQL logic error|near ".*": syntax error/,
  /\b(?:TypeError|RangeError|ReferenceError|SyntaxError)\b/,
  /\$bunfs|node_modules|src\/[a-z-]+\/[\w-]+\.ts/,
];

/** An answer that was read. */
export interface ReadAnswer {
  readonly method: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Forbidden {
  /** Tokens and secrets: no answer can have them. */
  readonly secrets: readonly string[];
  /** The data folder: no error can have it. */
  readonly folder: string;
}

/** Returns what is wrong with an answer; empty if nothing is. */
export function answerFaults(answer: ReadAnswer, operation: DescribedOperation, forbidden: Forbidden): string[] {
  const { method, status, headers, text } = answer;
  const faults: string[] = [];
  const isBusy = status === 503 && headers.has("retry-after");
  if (status >= 500 && !isBusy) faults.push(`the status is ${status}`);
  if (!headers.has("x-request-id")) faults.push("no request id");
  for (const secret of forbidden.secrets) if (text.includes(secret)) faults.push("the answer has a secret");
  for (const [name, value] of headers) {
    if (/[\0\r\n]/.test(value)) faults.push(`the header ${name} has a control character`);
    if (forbidden.secrets.some((secret) => value.includes(secret)) && name !== "set-cookie")
      faults.push(`the header ${name} has a secret`);
  }
  if (status < 400) return faults;
  if (text.includes(forbidden.folder)) faults.push("the error has the data folder");
  for (const leak of LEAKS) if (leak.test(text)) faults.push(`the error has ${String(leak)}`);
  if (method !== "HEAD" && !isErrorForm(answer, operation)) faults.push("the error has another form");
  return faults;
}

/** MCP answers with JSON-RPC, and pages for people are HTML. */
function isErrorForm({ status, headers, text }: ReadAnswer, operation: DescribedOperation): boolean {
  const type = headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) return operation.answerTypes.has("text/html");
  const document = parsed(text);
  if (operation.path === "/mcp" && type.startsWith("application/json"))
    return isObject(document) && "error" in document;
  return type === JSON_API && Value.Check(ErrorDocument, document) && document.errors[0]?.status === status;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

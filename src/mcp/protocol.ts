import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { REFUSALS } from "../../schema/errors.ts";
import { jsonSchemaOf } from "../../schema/wire/mcp.ts";
import type { Refused } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import type { Turns } from "../lib/turns.ts";
import { AnswerBudget } from "./answer-budget.ts";
import { InvalidArguments } from "./invalid-arguments.ts";
import type { SongResources } from "./song-resources.ts";
import type { Tool, ToolCall } from "./tool.ts";
import { invalidResult, refusedResult, resultOf } from "./tool-result.ts";

/** MCP's code for an unknown resource. The SDK has no name for it. */
const RESOURCE_NOT_FOUND = -32_002;

/** Statuses of HTTP from here on are failures of the server. */
const SERVER_ERROR_MIN = 500;

const INSTRUCTIONS =
  "Needledrop finds music for scenes in the catalog of a studio. Pass the user's words to search_songs unchanged, and repeat what `not_served` says instead of guessing. Links in results expire after 7 days; read the song or the search again for new ones.";

export type ToolOutcome = "answered" | "refused" | "failed";

export interface ProtocolParts {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly songs: SongResources;
  readonly onCalled: (tool: string, outcome: ToolOutcome) => void;
  /** Each message of a batch waits for its turn, so that a batch does not delay other requests. */
  readonly turns: Turns;
  /** Turns any error into a refusal without internals, and reports it if it is a bug or a failure of the storage. */
  readonly refusalFor: (error: unknown) => Refused;
}

/**
 * Speaks MCP by the official SDK. It is stateless: each request gets its own server and transport, answered with JSON, so
 * that no session or stream outlives a request. This module is loaded at the first request, because the SDK takes about
 * 0.1 s and 20 MB.
 */
export class Protocol {
  readonly #parts: ProtocolParts;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #listed;
  /** Without it, every server would build its own. */
  readonly #validator = new AjvJsonSchemaValidator();

  constructor(parts: ProtocolParts) {
    this.#parts = parts;
    this.#tools = new Map(parts.tools.map((tool) => [tool.name, tool]));
    this.#listed = parts.tools.map(({ name, title, description, input, output, isReadOnly }) => ({
      name,
      title,
      description,
      inputSchema: jsonSchemaOf(input),
      outputSchema: jsonSchemaOf(output),
      annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
    }));
  }

  /** Answers one HTTP request with one message or a batch. */
  async answer(request: Request, call: ToolCall): Promise<Response> {
    const server = this.#serverFor(call, new AnswerBudget());
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const close = (): void => void server.close();
    // A response that was cancelled by its own batch never comes, so `finally` is not enough.
    call.signal.addEventListener("abort", close, { once: true });
    try {
      await server.connect(transport);
      return await transport.handleRequest(request);
    } finally {
      // A listener on a signal that depends on others keeps all that it can reach in memory.
      call.signal.removeEventListener("abort", close);
      await server.close();
    }
  }

  #serverFor(call: ToolCall, budget: AnswerBudget): Server {
    const { version, songs } = this.#parts;
    const server = new Server(
      { name: "needledrop", title: "Needledrop", version },
      { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: this.#validator },
    );
    const answered = <Result extends object>(work: () => Result | Promise<Result>) =>
      this.#answered(call, budget, work);
    server.setRequestHandler(ListToolsRequestSchema, () => answered(() => ({ tools: this.#listed })));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
      answered(() => this.#call(params.name, params.arguments, call)),
    );
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: songs.templates }));
    server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
      answered(() =>
        this.#guarded(() => songs.list(params?.cursor), ErrorCode.InvalidParams, "The cursor is not one of this list."),
      ),
    );
    server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) =>
      answered(() =>
        this.#guarded(() => songs.read(uri, call.key), RESOURCE_NOT_FOUND, `Resource not found: ${shorten(uri)}`),
      ),
    );
    return server;
  }

  /** Does the work of one message in its turn. Refuses it, before any work, if the batch has used up its bytes. */
  async #answered<Result extends object>(
    call: ToolCall,
    budget: AnswerBudget,
    work: () => Result | Promise<Result>,
  ): Promise<Result> {
    await this.#parts.turns.next(call.key.id);
    if (call.signal.aborted) throw new McpError(ErrorCode.ConnectionClosed, "The request has ended.");
    budget.requireRoom();
    const result = await work();
    budget.spend(result);
    return result;
  }

  async #call(name: string, input: unknown, call: ToolCall) {
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${shorten(name)}`);
    const { onCalled, refusalFor } = this.#parts;
    try {
      const result = await tool.run(input ?? {}, call);
      onCalled(name, "answered");
      return resultOf(result);
    } catch (error) {
      if (error instanceof InvalidArguments) {
        onCalled(name, "refused");
        return invalidResult(error);
      }
      const refused = refusalFor(error);
      onCalled(name, isCallersFault(refused) ? "refused" : "failed");
      return refusedResult(refused);
    }
  }

  /** Returns what `read` returns. Null, and errors, become protocol errors: only tools have results that are errors. */
  async #guarded<Value extends object>(
    read: () => Value | null | Promise<Value | null>,
    code: number,
    message: string,
  ): Promise<Value> {
    let value: Value | null;
    try {
      value = await read();
    } catch (error) {
      throw new McpError(ErrorCode.InternalError, this.#parts.refusalFor(error).message);
    }
    if (value === null) throw new McpError(code, message);
    return value;
  }
}

function isCallersFault({ refusals }: Refused): boolean {
  return REFUSALS[refusals[0].name].status < SERVER_ERROR_MIN;
}

import type { Static, TObject, TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { ApiKey } from "../keys/key.ts";
import { expectedText } from "../lib/expected-text.ts";
import { InvalidArguments } from "./invalid-arguments.ts";

/** Faults that one answer names. */
const FAULTS_MAX = 5;

/** One call: by whom, and until when. */
export interface ToolCall {
  readonly key: ApiKey;
  /** The id of the HTTP request. */
  readonly requestId: string;
  /** Aborted if the client disconnects or the time for the request is over. */
  readonly signal: AbortSignal;
  /** Counts a search against the rate of the key. Throws Refused (429) above it. */
  readonly countSearch: () => Promise<void>;
}

/** A tool of the MCP server. Its input is not checked yet. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  readonly output: TSchema;
  /** Whether a call changes something that the user can see. Searches do not, although they are billed. */
  readonly isReadOnly: boolean;
  /** Returns an object that matches `output`. Throws InvalidArguments, and Refused like the HTTP API. */
  run(input: unknown, call: ToolCall): Promise<object>;
}

interface ToolDefinition<Input extends TObject> extends Omit<Tool, "input" | "run"> {
  readonly input: Input;
  readonly run: (input: Static<Input>, call: ToolCall) => object | Promise<object>;
}

/** Builds a tool that checks its arguments first. */
export function defineTool<Input extends TObject>({ run, ...tool }: ToolDefinition<Input>): Tool {
  const checker = TypeCompiler.Compile(tool.input);
  return {
    ...tool,
    run: async (input, call) => {
      if (checker.Check(input)) return await run(input, call);
      const faults = [...checker.Errors(input)].slice(0, FAULTS_MAX);
      throw new InvalidArguments(faults.map((fault) => ({ path: fault.path, message: expectedText(fault) })));
    },
  };
}

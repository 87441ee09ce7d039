import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { HttpApp } from "./http-app.ts";

/** The SDK's client over a real socket to the real application. */
export class McpClient {
  readonly #app: HttpApp;
  readonly client: Client;

  private constructor(app: HttpApp, client: Client) {
    this.#app = app;
    this.client = client;
  }

  static async connect(app: HttpApp, token: string, scheme = "Bearer"): Promise<McpClient> {
    const { app: elysia } = app.services;
    if (elysia.server === null) elysia.listen({ hostname: "127.0.0.1", port: 0 });
    const url = new URL(`http://127.0.0.1:${elysia.server?.port}/mcp`);
    const client = new Client({ name: "a test", version: "1.0.0" });
    const requestInit = { headers: { authorization: `${scheme} ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return new McpClient(app, client);
  }

  /** Calls a tool while the application's jobs run. */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
    const answer = this.client.callTool({ name, arguments: args });
    const state = { isAnswered: false };
    const answered = answer.finally(() => {
      state.isAnswered = true;
    });
    while (!state.isAnswered) {
      await this.#app.time.runDue();
      await new Promise((resolve) => void setImmediate(resolve));
    }
    return (await answered) as ToolAnswer;
  }

  /** Calls a tool that must not fail, and returns its structured content. */
  async value<Value>(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Value> {
    const { isError, structuredContent, content } = await this.call(name, args);
    if (isError === true) throw new Error(content.map(({ text }) => text).join(" "));
    return structuredContent as Value;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: object;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

import { Type } from "@sinclair/typebox";
import type { OpenApiPart } from "../http/openapi/operation.ts";

const Message = Type.Unknown({ description: "A JSON-RPC 2.0 message of the Model Context Protocol." });

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const RESULT = {
  jsonrpc: "2.0",
  id: 1,
  result: { tools: [{ name: "search_songs", inputSchema: { type: "object" } }] },
};

export const mcpOpenApi: OpenApiPart = {
  tags: [{ name: "MCP", description: "The Model Context Protocol, for assistants." }],
  paths: {
    "/mcp": {
      post: {
        id: "sendMcpMessage",
        tag: "MCP",
        summary: "Send an MCP message",
        description:
          "Streamable HTTP, stateless. `Accept` must name `application/json` and `text/event-stream`; responses are JSON. The key is also accepted as a bearer token. Errors of messages are JSON-RPC errors, and those of tools are results with `isError`.",
        credential: "key only",
        body: Message,
        bodyExample: CALL,
        bodyTypes: ["application/json"],
        answers: {
          200: {
            description: "The response to the message.",
            type: "application/json",
            schema: Message,
            example: RESULT,
          },
          202: { description: "A notification was accepted." },
        },
        refusals: ["foreign_origin", "mcp_busy", "bodies_busy", "body_too_large", "body_too_slow", "overloaded"],
      },
    },
  },
};

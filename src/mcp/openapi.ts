import { Type } from "@sinclair/typebox";
import type { OpenApiPart } from "../http/openapi/operation.ts";

const Message = Type.Unknown({ description: "A JSON-RPC 2.0 message of the Model Context Protocol." });

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
        credential: "key",
        body: Message,
        bodyTypes: ["application/json"],
        answers: {
          200: { description: "The response to the message.", type: "application/json", schema: Message },
          202: { description: "A notification was accepted." },
        },
        refusals: ["foreign_origin", "mcp_busy", "bodies_busy", "body_too_large", "body_too_slow", "overloaded"],
      },
    },
  },
};

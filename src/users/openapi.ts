import { SessionDocument, SessionRequest } from "../../schema/wire/session.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";

const SIGN_IN = { data: { type: "sessions", attributes: { name: "Zoë", password: "EXAMPLE" } } };

const SESSION = {
  data: {
    type: "sessions",
    id: "current",
    attributes: {
      user: { name: "Zoë", role: "supervisor" },
      csrf_token: "EXAMPLE",
      expires_at: "2026-12-01T14:51:28.865Z",
      has_users: true,
    },
  },
};

const cookie = { description: "The session's cookie.", schema: { type: "string" } };

export const usersOpenApi: OpenApiPart = {
  tags: [{ name: "Sessions", description: "Sign in to the console. Programs use API keys instead." }],
  paths: {
    "/v1/session": {
      get: {
        id: "readSession",
        tag: "Sessions",
        summary: "Read the session of the caller's cookie",
        credential: "none",
        answers: {
          200: { description: "The session, or that there is none.", schema: SessionDocument, example: SESSION },
        },
        refusals: ["storage_unavailable"],
      },
      post: {
        id: "signIn",
        tag: "Sessions",
        summary: "Sign in with a name and a password, or with the admin token",
        description:
          "The answer sets the cookie `needledrop_session`, which is valid for seven days. After three wrong attempts for a name, each further one has to wait: one second, then twice as long, at most a minute.",
        credential: "none",
        body: SessionRequest,
        bodyExample: SIGN_IN,
        answers: {
          200: {
            description: "Signed in.",
            schema: SessionDocument,
            example: SESSION,
            headers: { "Set-Cookie": cookie },
          },
        },
        refusals: [
          "unsupported_media_type",
          "bodies_busy",
          "body_too_large",
          "body_too_slow",
          "malformed_json",
          "bad_request",
          "sign_in_refused",
          "sign_in_delayed",
          "storage_unavailable",
        ],
      },
      delete: {
        id: "signOut",
        tag: "Sessions",
        summary: "Sign out",
        credential: "session",
        answers: { 204: { description: "Signed out.", headers: { "Set-Cookie": cookie } } },
      },
    },
  },
};

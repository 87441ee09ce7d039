import { effect, signal } from "@preact/signals";
import type { SessionDocument, SessionRequest } from "../../../../clients/typescript/operations.ts";
import { client, csrfToken, endedSessions } from "./client.ts";

type Attributes = SessionDocument["data"]["attributes"];

/** Who uses the console; null until the service has answered. Without a session, `user` is null. */
export const session = signal<Attributes | null>(null);

/** Reads the session of this browser. Throws if the service cannot be reached. */
export async function readSession(): Promise<void> {
  const { body } = await client.readSession();
  accept(body);
}

/** Throws ApiError if the name, the password or the token is wrong. */
export async function signIn(attributes: SessionRequest["data"]["attributes"]): Promise<void> {
  const { body } = await client.signIn({ body: { data: { type: "sessions", attributes } } });
  accept(body);
}

/** Pages that read again and again must end before the session does, so no page is shown meanwhile. */
export const isSigningOut = signal(false);

export async function signOut(): Promise<void> {
  isSigningOut.value = true;
  try {
    await client.signOut();
    await readSession();
  } finally {
    isSigningOut.value = false;
  }
}

/** Shows the sign-in as soon as an answer says that the session has ended. */
export function watchSession(): void {
  effect(() => {
    if (endedSessions.value > 0) readSession().catch(() => undefined);
  });
}

function accept({ data }: SessionDocument): void {
  csrfToken.value = data.attributes.csrf_token;
  session.value = data.attributes;
}

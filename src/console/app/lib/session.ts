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

/** Ends the session, and loads the first page anew. */
export async function signOut(): Promise<void> {
  isSigningOut.value = true;
  try {
    await client.signOut();
    location.replace("/");
  } catch (error) {
    isSigningOut.value = false;
    throw error;
  }
}

/** Shows the sign-in as soon as an answer says that the session has ended. */
export function watchSession(): void {
  // The browser's back button can show a page again as it was left.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) readSession().catch(() => undefined);
  });
  effect(() => {
    if (endedSessions.value > 0) readSession().catch(() => undefined);
  });
}

/** Without the person who was signed in, the page is loaded anew: nothing of the session may remain for the next one. */
function accept({ data }: SessionDocument): void {
  const before = session.value?.user ?? null;
  if (before !== null && before.name !== data.attributes.user?.name) {
    isSigningOut.value = true;
    location.reload();
    return;
  }
  csrfToken.value = data.attributes.csrf_token;
  session.value = data.attributes;
}

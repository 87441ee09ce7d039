import { effect, signal } from "@preact/signals";
import type { SessionDocument, SessionRequest } from "../../../../clients/typescript/operations.ts";
import { forgetTexts, giveBackTexts, keepTexts } from "./kept-texts.ts";
import { client, csrfToken, endedSessions } from "./client.ts";

/** On this channel, a page sends who has signed in, or null after a sign-out, to the others of the browser: they have one cookie. */
const CHANNEL = "needledrop-session";
/** Kept for the sign-in that follows the end of a session. */
const ENDED = "needledrop-session-ended";

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
  tellOthers(body.data.attributes.user?.name ?? null);
}

let others: BroadcastChannel | null = null;

/** Set when the browser is asked for the page again. It has no fields from then on, so nothing may be kept once more. */
let isLoadingAnew = false;

/** Pages that read again and again must end before the session does, so no page is shown meanwhile. */
export const isSigningOut = signal(false);

/** Whether the sign-in is shown because the session before has ended. */
export const hasEnded = signal(false);

/** Ends the session, and loads the first page anew. */
export async function signOut(): Promise<void> {
  isSigningOut.value = true;
  try {
    await client.signOut();
    tellOthers(null);
    forgetTexts();
    location.replace("/");
  } catch (error) {
    isSigningOut.value = false;
    throw error;
  }
}

/** Shows the sign-in as soon as an answer, or another page of this browser, says that the session has ended or is another one. */
export function watchSession(): void {
  hasEnded.value = takeEnded() && session.value?.user === null;
  others = new BroadcastChannel(CHANNEL);
  others.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const name = session.value?.user?.name;
    // The same person has another token against forgery in each session.
    if (name === undefined || name === data) readSession().catch(() => undefined);
    else {
      forgetTexts();
      loadAnew();
    }
  });
  // The browser's back button can show a page again as it was left.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) readSession().catch(() => undefined);
  });
  effect(() => {
    if (endedSessions.value > 0) readSession().catch(() => undefined);
  });
}

/**
 * Without the person who was signed in, the page is loaded anew: nothing of the session may remain for the next one. What was being
 * written when a session ended by itself is kept for the same person.
 */
function accept({ data }: SessionDocument): void {
  if (isLoadingAnew) return;
  const before = session.value?.user ?? null;
  const { user } = data.attributes;
  if (before !== null && before.name !== user?.name) {
    if (user === null) keepTexts(before.name);
    loadAnew();
    return;
  }
  if (user !== null && before === null) giveBackTexts(user.name);
  if (user !== null) hasEnded.value = false;
  csrfToken.value = data.attributes.csrf_token;
  session.value = data.attributes;
}

/** Loads the page anew in the same session. Texts that are being written are there again. */
export function loadAgain(): void {
  const name = session.value?.user?.name;
  if (name !== undefined) keepTexts(name);
  location.reload();
}

function loadAnew(): void {
  isLoadingAnew = true;
  isSigningOut.value = true;
  try {
    sessionStorage.setItem(ENDED, "yes");
  } catch {
    // A browser that keeps nothing shows the sign-in without the reason.
  }
  location.reload();
}

/** Returns, once, whether the page was loaded anew because its session had ended. */
function takeEnded(): boolean {
  try {
    const kept = sessionStorage.getItem(ENDED);
    sessionStorage.removeItem(ENDED);
    return kept !== null;
  } catch {
    return false;
  }
}

function tellOthers(name: string | null): void {
  // A channel has no target: it reaches the pages of this origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  others?.postMessage(name);
}

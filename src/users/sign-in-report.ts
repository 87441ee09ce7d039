import type { Log } from "../lib/log.ts";
import { shorten } from "../lib/shorten.ts";

/** A sign-in or sign-out, for the records of the installation. */
export interface SignInEvent {
  readonly kind: "signed in" | "sign-in refused" | "signed out";
  /** The user's name; for a refused sign-in, the name as it was given. */
  readonly name: string;
  /** Null for the admin token, and if the sign-in was refused. */
  readonly userId: string | null;
}

export type SignInReport = (event: SignInEvent) => void;

/** Every sign-in, refused sign-in and sign-out passes here. */
export function signInReport(log: Log): SignInReport {
  return ({ kind, name, userId }) => {
    const fields = { user: shorten(name), userId };
    if (kind === "sign-in refused") log.warn(fields, kind);
    else log.info(fields, kind);
  };
}

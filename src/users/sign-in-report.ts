import type { AuditActor } from "../../schema/wire/audit.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { Log } from "../lib/log.ts";
import { shorten } from "../lib/shorten.ts";
import { findUserByName } from "./store.ts";
import { signInNameOf } from "./user.ts";

/** A sign-in or sign-out, for the records of the installation. */
export type SignInEvent = {
  /** The user's name; for a refused sign-in, the name as it was given. */
  readonly name: string;
  readonly requestId: string;
} & (
  | {
      readonly kind: "signed in" | "signed out";
      /** Null for the admin token. */
      readonly userId: string | null;
    }
  | {
      readonly kind: "sign-in refused";
      readonly by: "password" | "admin token";
      /** The name of the refusal. */
      readonly refusal: string;
    }
);

export type SignInReport = (event: SignInEvent) => Promise<void>;

/** The holder of the admin token, or somebody who tried to be it, and a name that no user has. */
const TOKEN_HOLDER: AuditActor = { kind: "user", id: "admin token", name: "admin token" };
const UNKNOWN: AuditActor = { kind: "user", id: "unknown", name: "unknown" };

/** Every sign-in, refused sign-in and sign-out passes here, to the log and the audit trail. */
export function signInReport({
  log,
  audit,
  db,
}: {
  readonly log: Log;
  readonly audit: AuditTrail;
  readonly db: ServiceDb;
}): SignInReport {
  return async (event) => {
    const { name, requestId } = event;
    if (event.kind === "sign-in refused") {
      log.warn({ user: shorten(name), userId: null }, event.kind);
      // Once in ten minutes for each user: attempts of strangers must not fill the trail.
      const actor = event.by === "admin token" ? TOKEN_HOLDER : await userNamed(db, name);
      audit.noteOpening({ actor, requestId: null, action: "user.refused", outcome: event.refusal });
      return;
    }
    const { kind, userId } = event;
    log.info({ user: shorten(name), userId }, kind);
    const actor = userId === null ? TOKEN_HOLDER : ({ kind: "user", id: userId, name } as const);
    await audit.record({ actor, requestId, action: kind === "signed in" ? "user.signed_in" : "user.signed_out" });
  };
}

/** A name that no user has is not recorded: people type a password into the wrong field. */
async function userNamed(db: ServiceDb, given: string): Promise<AuditActor> {
  const user = await db.read(findUserByName(db, signInNameOf(given)));
  return user === null ? UNKNOWN : { kind: "user", id: user.id, name: user.name };
}

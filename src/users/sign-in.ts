import type { Clock } from "../lib/clock.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { Gate } from "../lib/gate.ts";
import { refuse, refuseUntil } from "../lib/refusal.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { isPassword } from "./password.ts";
import type { Sessions, StartedSession } from "./sessions.ts";
import { SharedSignInAttempts } from "./sign-in-attempts-store.ts";
import { type Attempting, SignInAttempts } from "./sign-in-attempts.ts";
import { findUserByName } from "./store.ts";
import { signInNameOf } from "./user.ts";

/** A comparison of a password takes 19 MiB and about 0.1 s of a processor. */
const COMPARISONS_AT_ONCE = 2;
const COMPARISONS_WAITING_MAX = 32;
const BUSY_RETRY_SECONDS = 2;
/** The name under which attempts with the admin token are counted. No user's name begins with a space. */
const TOKEN_ATTEMPTS = " admin token";

/** What a person signs in with. */
export type Credentials =
  | { readonly kind: "password"; readonly name: string; readonly password: string }
  | { readonly kind: "admin token"; readonly token: string };

/** Compares credentials and starts sessions, with a growing delay after wrong ones. */
export class SignIn {
  readonly #deps: { readonly db: ServiceDb; readonly clock: Clock; readonly sessions: Sessions };
  readonly #attempts: Attempting;
  readonly #gate = new Gate(COMPARISONS_AT_ONCE);
  #comparing = 0;

  constructor(deps: { readonly db: ServiceDb; readonly clock: Clock; readonly sessions: Sessions }) {
    this.#deps = deps;
    this.#attempts = deps.db.engine === "sqlite" ? new SignInAttempts() : new SharedSignInAttempts(deps.db);
  }

  /** Throws Refused: 403 for wrong credentials, 429 with Retry-After after several wrong ones or while many are compared. */
  async with(credentials: Credentials): Promise<StartedSession> {
    const { clock } = this.#deps;
    const name = credentials.kind === "password" ? signInNameOf(credentials.name) : TOKEN_ATTEMPTS;
    if (this.#comparing >= COMPARISONS_WAITING_MAX) throw refuseUntil("sign_in_delayed", BUSY_RETRY_SECONDS);
    const isComparing = credentials.kind === "password";
    if (isComparing) this.#comparing += 1;
    try {
      // Counted before the comparison, so that parallel attempts do not escape the delay.
      const waitMs = await this.#attempts.begin(name, clock.now());
      if (waitMs > 0) throw refuseUntil("sign_in_delayed", waitMs / SECOND_MS);
      const started = await this.#compare(credentials, name);
      if (started === null) throw refuse("sign_in_refused");
      await this.#attempts.succeeded(name);
      return started;
    } finally {
      if (isComparing) this.#comparing -= 1;
    }
  }

  async #compare(credentials: Credentials, signInName: string): Promise<StartedSession | null> {
    const { db, sessions } = this.#deps;
    if (credentials.kind === "admin token") {
      return sessions.isAdminSecret(credentials.token) ? await sessions.startForTokenHolder() : null;
    }
    const row = await db.read(findUserByName(db, signInName));
    const hash = row?.passwordHash ?? null;
    const isRight = await this.#gate.through(() => isPassword(credentials.password, hash));
    return isRight && row !== null ? await sessions.startFor(row) : null;
  }
}

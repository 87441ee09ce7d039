import { exclusive } from "../db/exclusive.ts";
import type { Reading, ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { Access, SignedIn, UserRole } from "../keys/access.ts";
import { isUsable } from "../keys/key.ts";
import { changeOfKey, createKeyIn } from "../keys/manage-keys.ts";
import { KeyReader } from "../keys/store.ts";
import { hashToken, isSameHash } from "../keys/token.ts";
import { type Clock, CLOCK_SLACK_MS, DAY_MS } from "../lib/clock.ts";
import { uuidOf } from "../lib/ids.ts";
import { refuse } from "../lib/refusal.ts";
import { changeOfUser, keyNameOf } from "./manage-users.ts";
import { csrfTokenOf, newSessionToken, sessionTokenIn } from "./session-token.ts";
import { deleteSession, findSession, findUser, insertSession, type SessionRow } from "./store.ts";
import type { UserRow } from "./user.ts";

export const SESSION_LIFETIME_MS = 7 * DAY_MS;
/** Sessions of one user at the same time. A further sign-in ends the oldest. */
const SESSIONS_MAX = 20;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const BEARER = /^Bearer +(\S+)$/i;
/** How a holder of the admin token is shown, and the id of the key that the token's sessions act with. */
const TOKEN_HOLDER = "admin token";
const TOKEN_HOLDER_KEY = uuidOf("the console's key of the admin token");

export interface SessionsDeps {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly adminToken: string;
}

export interface StartedSession {
  /** For the cookie; only its hash is stored. */
  readonly token: string;
  readonly signedIn: SignedIn;
}

/** Sessions of people: starts, checks and ends them. */
export class Sessions implements Access {
  readonly #deps: SessionsDeps;
  readonly #adminTokenHash: string;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#adminTokenHash = hashToken(deps.adminToken);
  }

  isAdminToken(authorization: string | null): boolean {
    return this.isAdminSecret(BEARER.exec(authorization?.trim() ?? "")?.[1] ?? "");
  }

  /** Returns whether a text is the admin token. Compares digests in constant time. */
  isAdminSecret(secret: string): boolean {
    return isSameHash(hashToken(secret), this.#adminTokenHash);
  }

  async signedIn(request: Request): Promise<SignedIn | null> {
    const token = sessionTokenIn(request.headers.get("cookie"));
    const signedIn = token === null ? null : await this.#deps.db.read(this.#read(this.#deps.db, token));
    if (signedIn === null || SAFE_METHODS.has(request.method)) return signedIn;
    const given = request.headers.get("x-csrf-token") ?? "";
    if (!isSameHash(given, signedIn.csrfToken)) throw refuse("csrf_token_missing");
    return signedIn;
  }

  /** Starts a session of a user. Returns null if the user was removed, or the password changed, after the row was read. */
  async startFor(user: UserRow): Promise<StartedSession | null> {
    const start = (tx: Writing) => this.#start(tx, { userId: user.id, adminTokenHash: null, keyId: user.keyId });
    return await this.#deps.db.write(function* (tx) {
      yield* exclusive(tx, changeOfUser(user.signInName));
      const current = yield* findUser(tx, user.id);
      return current?.passwordHash === user.passwordHash ? yield* start(tx) : null;
    });
  }

  /** Starts a session of the holder of the admin token. The first one creates the key that such sessions act with. */
  async startForTokenHolder(): Promise<StartedSession> {
    const { db, clock } = this.#deps;
    const keyId = TOKEN_HOLDER_KEY;
    const start = (tx: Writing) => this.#start(tx, { userId: null, adminTokenHash: this.#adminTokenHash, keyId });
    return await db.write(function* (tx) {
      yield* exclusive(tx, changeOfKey(keyId));
      if ((yield* new KeyReader(tx).row(keyId)) === null) {
        const rights = {
          hasSupervisor: true,
          hasImages: true,
          hasVideo: true,
          hasAudio: true,
          hasEdits: true,
        } as const;
        const access = { mode: "live", ...rights } as const;
        yield* createKeyIn(tx, { clock, newId: () => keyId }, { name: keyNameOf(TOKEN_HOLDER), ...access });
      }
      return yield* start(tx);
    });
  }

  /** Ends the session of a request, if it has one. */
  async end(request: Request): Promise<void> {
    const token = sessionTokenIn(request.headers.get("cookie"));
    if (token !== null) await this.#deps.db.write((tx) => deleteSession(tx, hashToken(token)));
  }

  *#start(tx: Writing, owner: Pick<SessionRow, "userId" | "adminTokenHash" | "keyId">): Work<StartedSession> {
    const token = newSessionToken();
    const now = this.#deps.clock.now();
    const row = { ...owner, tokenHash: hashToken(token), createdAt: now, expiresAt: now + SESSION_LIFETIME_MS };
    yield* insertSession(tx, row, SESSIONS_MAX);
    const signedIn = yield* this.#read(tx, token);
    if (signedIn === null) throw refuse("sign_in_refused", { detail: KEY_ENDED });
    return { token, signedIn };
  }

  *#read(reading: Reading, token: string): Work<SignedIn | null> {
    const session = yield* findSession(reading, hashToken(token));
    const now = this.#deps.clock.now();
    // A session from the future has the time of a wrong clock, and would be in force for years.
    const isInForce = session !== null && session.expiresAt > now && session.createdAt <= now + CLOCK_SLACK_MS;
    if (!isInForce) return null;
    const owner = yield* this.#ownerOf(reading, session);
    const key = owner === null ? null : yield* new KeyReader(reading).find(session.keyId);
    if (owner === null || key === null || !isUsable(key, now)) return null;
    return { ...owner, userId: session.userId, key, expiresAt: session.expiresAt, csrfToken: csrfTokenOf(token) };
  }

  *#ownerOf(
    reading: Reading,
    { userId, adminTokenHash }: SessionRow,
  ): Work<{ readonly name: string; readonly role: UserRole } | null> {
    if (userId !== null) {
      const user = yield* findUser(reading, userId);
      return user === null ? null : { name: user.name, role: user.role };
    }
    return adminTokenHash === this.#adminTokenHash ? { name: TOKEN_HOLDER, role: "admin" } : null;
  }
}

const KEY_ENDED =
  "The key that you act with was revoked or has expired. An administrator can extend it with `needledrop keys update`, or remove the user with `needledrop users remove` and add it again.";

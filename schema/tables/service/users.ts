import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "./keys.ts";

/**
 * People who sign in to the console. `signInName` is the name in lower case, so that names differ in more than case.
 * `keyId` is the key that the user acts with; its token was never given to anyone.
 */
export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    signInName: text("sign_in_name").notNull(),
    role: text({ enum: ["supervisor", "admin"] }).notNull(),
    /** Argon2id, in the PHC format. */
    passwordHash: text("password_hash").notNull(),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_by_sign_in_name").on(table.signInName),
    check("users_role", sql`${table.role} in ('supervisor', 'admin')`),
  ],
);

/** Sign-ins that have not ended. Only the SHA-256 of the cookie's token is stored, in hexadecimal. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** Null for a sign-in with the admin token. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** The SHA-256 of the admin token of the sign-in, so that a new token ends its sessions. Null for a user. */
    adminTokenHash: text("admin_token_hash"),
    keyId: text("key_id")
      .notNull()
      .references(() => keys.id),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("sessions_by_user").on(table.userId, table.createdAt),
    index("sessions_by_expiry").on(table.expiresAt),
    check("sessions_owner", sql`(${table.userId} is null) <> (${table.adminTokenHash} is null)`),
  ],
);

// Written by scripts/generate-migrations.ts. The order is the order of application.
import m0 from "./0000_start.sql" with { type: "text" };

export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: "0000_start", sql: m0 },
];

// Written by scripts/generate-migrations.ts. The order is the order of application.
import m0 from "./0000_start.sql" with { type: "text" };
import m1 from "./0001_catalog-objects.sql" with { type: "text" };
import m2 from "./0002_row-numbers.sql" with { type: "text" };
import m3 from "./0003_move-vectors.sql" with { type: "text" };
import m4 from "./0004_audit-waiting.sql" with { type: "text" };
import m5 from "./0005_limits-of-nodes.sql" with { type: "text" };

export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: "0000_start", sql: m0 },
  { name: "0001_catalog-objects", sql: m1 },
  { name: "0002_row-numbers", sql: m2 },
  { name: "0003_move-vectors", sql: m3 },
  { name: "0004_audit-waiting", sql: m4 },
  { name: "0005_limits-of-nodes", sql: m5 },
];

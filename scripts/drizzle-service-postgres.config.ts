import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./scripts/drizzle-postgres-tables.ts",
  out: "./schema/migrations/service-postgres",
});

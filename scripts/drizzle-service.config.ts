import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./schema/tables/service",
  out: "./schema/migrations/service",
});

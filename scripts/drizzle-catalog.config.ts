import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./schema/tables/catalog",
  out: "./schema/migrations/catalog",
});

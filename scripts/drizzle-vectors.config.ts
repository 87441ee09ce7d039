import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./schema/tables/vectors",
  out: "./schema/migrations/vectors",
});

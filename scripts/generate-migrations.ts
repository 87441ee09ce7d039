/**
 * Generates the SQL migrations for a change in schema/tables: drizzle-kit writes the statements, and this script makes new
 * SQLite tables STRICT (which drizzle does not support) and updates the list in each folder. "service-postgres" has the same
 * tables as "service", for PostgreSQL.
 * Run `bun run generate:migrations NAME` after a change in schema/tables.
 */
import { readdir } from "node:fs/promises";

const DATABASES = ["service", "service-postgres", "catalog", "vectors"] as const;

const name = process.argv[2];
if (name === undefined || !/^[a-z0-9-]+$/.test(name)) {
  console.error("Name the migration, for example: bun run generate:migrations add-something");
  process.exit(2);
}

for (const database of DATABASES) {
  const folder = `schema/migrations/${database}`;
  const before = await sqlFiles(folder);
  const kit = Bun.spawnSync(
    [
      process.execPath,
      "node_modules/drizzle-kit/bin.cjs",
      "generate",
      `--config=scripts/drizzle-${database}.config.ts`,
      `--name=${name}`,
    ],
    {
      stdio: ["inherit", "inherit", "inherit"],
    },
  );
  if (kit.exitCode !== 0) process.exit(kit.exitCode);
  const after = await sqlFiles(folder);
  const isSqlite = database !== "service-postgres";
  for (const file of after.filter((one) => isSqlite && !before.includes(one))) await makeStrict(`${folder}/${file}`);
  await writeList(folder, after);
}

async function sqlFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder).catch(() => []);
  return entries.filter((entry) => entry.endsWith(".sql")).toSorted();
}

async function makeStrict(path: string): Promise<void> {
  const statements = (await Bun.file(path).text()).split("--> statement-breakpoint");
  const strict = statements.map((statement) =>
    statement.trimStart().startsWith("CREATE TABLE") ? statement.replace(/\);(\s*)$/, ") STRICT;$1") : statement,
  );
  await Bun.write(path, strict.join("--> statement-breakpoint"));
}

async function writeList(folder: string, files: readonly string[]): Promise<void> {
  const imports = files.map((file, index) => `import m${index} from "./${file}" with { type: "text" };`);
  const entries = files.map((file, index) => `  { name: "${file.replace(/\.sql$/, "")}", sql: m${index} },`);
  await Bun.write(
    `${folder}/list.ts`,
    `// Written by scripts/generate-migrations.ts. The order is the order of application.\n${imports.join("\n")}\n\nexport const migrations: readonly { readonly name: string; readonly sql: string }[] = [\n${entries.join("\n")}\n];\n`,
  );
}

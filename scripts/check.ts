/**
 * `npm run check [STEP…]`: static checks of the code: format, lint, types, dead code. The last line is
 * `N passed, N failed`. With `--fix`, format and lint fix what they can.
 */
/** The console runs in browsers, so it has its own types of the environment. */
const PROJECTS = [
  ["tsc", "-p", "."],
  ["tsc", "-p", "src/console/app"],
] as const;
const STEPS = {
  format: { check: [["oxfmt", "--check", "."]], fix: [["oxfmt", "."]] },
  lint: {
    check: [["oxlint", "--type-aware", "--deny-warnings"]],
    fix: [["oxlint", "--type-aware", "--deny-warnings", "--fix"]],
  },
  types: { check: PROJECTS, fix: PROJECTS },
  "dead-code": { check: [["knip", "--no-progress"]], fix: [["knip", "--no-progress"]] },
} as const;
const BAD_USAGE = 2;

type StepName = keyof typeof STEPS;

const args = process.argv.slice(2);
const mode = args.includes("--fix") ? "fix" : "check";
const names = args.filter((arg) => arg !== "--fix");
const unknown = names.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`Unknown step ${unknown.join(", ")}; the steps are ${Object.keys(STEPS).join(", ")}.`);
  process.exit(BAD_USAGE);
}

let failed = 0;
const chosen = (Object.keys(STEPS) as StepName[]).filter((name) => names.length === 0 || names.includes(name));
for (const name of chosen) if (!(await run(name))) failed += 1;
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function run(name: StepName): Promise<boolean> {
  console.log(`== ${name}`);
  for (const command of STEPS[name][mode]) {
    const exitCode = await runTool(command);
    if (exitCode === 0) continue;
    console.log(`${name} failed (exit status ${exitCode})`);
    return false;
  }
  return true;
}

/** Runs a tool under Bun, which provides `node` to tools that need it: Node may not be installed. */
async function runTool(command: readonly string[]): Promise<number> {
  const tool = Bun.spawn([process.execPath, "run", "--silent", "--bun", ...command], {
    cwd: `${import.meta.dir}/..`,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return await tool.exited;
}

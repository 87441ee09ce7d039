import { relative, resolve } from "node:path";

const FOLDER = "test";

/**
 * Tests of pure functions, which leave nothing behind. The files that a worker runs share its modules, because each of them would
 * need most of a second to read the vocabulary and the models of briefs. They must not change globals: no spies and no environment.
 */
export const SHARING_FOLDERS = ["test/brief/", "test/ranking/", "test/text/"] as const;

/** Files of tests that run together, and whether each file gets fresh globals. */
export interface TestGroup {
  readonly isIsolated: boolean;
  readonly files: readonly string[];
}

/** Returns the test files in the working folder whose path contains one of the given paths, or all files, in their groups. */
export function testGroups(paths: readonly string[]): readonly TestGroup[] {
  const wanted = paths.map((path) => relative(process.cwd(), resolve(path)));
  const files = [...new Bun.Glob(`${FOLDER}/**/*.test.ts`).scanSync()]
    .filter((file) => wanted.length === 0 || wanted.some((path) => file.includes(path)))
    .toSorted();
  const isSharing = (file: string): boolean => SHARING_FOLDERS.some((folder) => file.startsWith(folder));
  return [
    { isIsolated: false, files: files.filter(isSharing) },
    { isIsolated: true, files: files.filter((file) => !isSharing(file)) },
  ].filter((group) => group.files.length > 0);
}

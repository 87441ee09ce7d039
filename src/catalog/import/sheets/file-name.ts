/** Returns a path of a sheet with slashes. A sheet can come from Windows. */
export function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** Returns what follows the last slash or backslash of a path. */
export function fileNameOf(path: string): string {
  const plain = withSlashes(path);
  return plain.slice(plain.lastIndexOf("/") + 1);
}

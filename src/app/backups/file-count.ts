import { statSync } from "node:fs";

export interface FileCount {
  readonly files: number;
  readonly bytes: number;
}

export const NO_FILES: FileCount = { files: 0, bytes: 0 };

/** Counts files and their sizes. */
export class FileCounter {
  #files = 0;
  #bytes = 0;

  get count(): FileCount {
    return { files: this.#files, bytes: this.#bytes };
  }

  add(bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
  }

  /** Counts the file at `path` if it exists. */
  addFile(path: string): void {
    const size = sizeOfFile(path);
    if (size !== null) this.add(size);
  }
}

/** Returns the size of a file; null if there is none. */
export function sizeOfFile(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : null;
}

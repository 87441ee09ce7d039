import { fromBuffer } from "yauzl";

export interface ZipEntry {
  /** 0 is stored, without compression. */
  readonly method: number;
  readonly bytes: Uint8Array;
}

/** Returns the entries of an archive by name. */
export function zipEntries(archive: Uint8Array): Promise<ReadonlyMap<string, ZipEntry>> {
  return new Promise((resolve, reject) => {
    const found = new Map<string, ZipEntry>();
    fromBuffer(Buffer.from(archive), { lazyEntries: true }, (failure, zip) => {
      if (failure !== null) return reject(failure);
      zip.on("error", reject);
      zip.on("end", () => resolve(found));
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error !== null) return reject(error);
          const chunks: Uint8Array[] = [];
          stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
          stream.on("end", () => {
            found.set(entry.fileName, {
              method: entry.compressionMethod,
              bytes: new Uint8Array(Buffer.concat(chunks)),
            });
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}

import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";

/** What a spreadsheet may unpack to, in bytes over all its parts, and how many parts, rows and columns it may have. */
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;
const ENTRIES_MAX = 2_000;
const ROWS_MAX = 250_000;
const COLUMNS_MAX = 1_000;
const LETTERS = 26;
/** The longest address that is read, with some room: it may lie across two chunks. */
const CARRY_LENGTH = 32;
const ADDRESS = /<(?:row|c)\s[^<>]{0,200}?\br="([A-Z]{0,4})(\d{1,12})"/g;

/**
 * Unpacks a spreadsheet once to see how big it is, before a reader that holds all of it may open it: the sizes that
 * a zip declares are anybody's, and a single cell far off makes a table as large. Throws an Error with what is wrong.
 */
export async function checkXlsx(path: string, unpackedBytesMax = UNPACKED_BYTES_MAX): Promise<void> {
  const refuse = (): never => {
    throw new Error(`it unpacks to more than ${unpackedBytesMax} bytes`);
  };
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    if (zip.entryCount > ENTRIES_MAX) throw new Error(`it has more than ${ENTRIES_MAX} parts`);
    let unpacked = 0;
    for await (const entry of entriesOf(zip)) {
      const isSheet = entry.fileName.startsWith("xl/worksheets/");
      if (unpacked + entry.uncompressedSize > unpackedBytesMax) refuse();
      let carry = "";
      for await (const chunk of await streamOf(zip, entry)) {
        if (!Buffer.isBuffer(chunk)) throw new Error("a part of it is no bytes");
        unpacked += chunk.byteLength;
        if (unpacked > unpackedBytesMax) refuse();
        if (!isSheet) continue;
        const text = carry + chunk.toString("latin1");
        checkExtent(text);
        carry = text.slice(text.lastIndexOf("<", text.length - 1)).slice(-CARRY_LENGTH * 8);
      }
    }
  } finally {
    zip.close();
  }
}

function checkExtent(xml: string): void {
  for (const [, letters = "", digits = ""] of xml.matchAll(ADDRESS)) {
    if (Number(digits) > ROWS_MAX) throw new Error(`it has more than ${ROWS_MAX} rows; part it, or export it as CSV`);
    let column = 0;
    for (const letter of letters) column = column * LETTERS + (letter.charCodeAt(0) - 64);
    if (column > COLUMNS_MAX) throw new Error(`it has more than ${COLUMNS_MAX} columns`);
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await nextEntry(zip);
    if (entry === null) return;
    yield entry;
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      zip.removeAllListeners("entry").removeAllListeners("end").removeAllListeners("error");
      act();
    };
    zip.once("entry", (entry: Entry) => settle(() => resolve(entry)));
    zip.once("end", () => settle(() => resolve(null)));
    zip.once("error", (error: unknown) => settle(() => reject(error)));
    zip.readEntry();
  });
}

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null || error === undefined) resolve(stream);
      else reject(error);
    });
  });
}

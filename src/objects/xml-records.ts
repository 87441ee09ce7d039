import { SaxesParser } from "saxes";
import { ObjectStoreFailed } from "./object-store.ts";

/** The texts of an element's children, by name. */
export type XmlRecord = ReadonlyMap<string, string>;

/** Returns the children of every element `name` of a document of S3. Texts that are nested deeper are left out. Throws ObjectStoreFailed for broken XML. */
export function recordsIn(xml: string, name: string): readonly XmlRecord[] {
  const records: Map<string, string>[] = [];
  const parents: string[] = [];
  let record: Map<string, string> | null = null;
  let text = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    const what = `The store, or a proxy, sent an answer that is not XML of S3 (${error.message.trim()}).`;
    throw new ObjectStoreFailed("failed", what, { cause: error });
  });
  parser.on("opentag", (tag) => {
    text = "";
    parents.push(tag.name);
    if (tag.name === name) records.push((record = new Map()));
  });
  parser.on("text", (more) => {
    text += more;
  });
  parser.on("closetag", (tag) => {
    parents.pop();
    if (tag.name === name) record = null;
    else if (record !== null && parents.at(-1) === name) record.set(tag.name, text);
    text = "";
  });
  parser.write(xml).close();
  return records;
}

/** Returns the children of the first element `name`; empty without one. */
export function recordIn(xml: string, name: string): XmlRecord {
  return recordsIn(xml, name)[0] ?? new Map();
}

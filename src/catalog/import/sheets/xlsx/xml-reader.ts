import { SaxesParser } from "saxes";
import { messageOf } from "../../../../lib/assert.ts";
import type { XlsxLimits } from "./limits.ts";
import { atMost, SAVE_AGAIN, XlsxFault } from "./xlsx-fault.ts";
import type { ZipParts } from "./zip-parts.ts";

/** Receives the elements of a part. Names have no namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Parses the XML of one part. */
export async function readXml(part: string, zip: ZipParts, handler: XmlHandler, limits: XlsxLimits): Promise<void> {
  const reader = new XmlReader(part, handler, limits);
  for await (const chunk of zip.read(part)) reader.write(chunk);
  reader.end();
}

/**
 * Parses the XML of one part as a stream. It rejects a DTD, which ECMA-376 part 2 forbids and whose entities can expand
 * a small text to gigabytes. It also rejects a tag, text or comment longer than `tokenBytes`.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #part: string;
  readonly #limits: XlsxLimits;
  /** Bytes since the last tag, text or comment ended. */
  #pending = 0;
  #depth = 0;

  constructor(part: string, handler: XmlHandler, limits: XlsxLimits) {
    this.#part = part;
    this.#limits = limits;
    const ended = (): void => void (this.#pending = 0);
    const text = (piece: string): void => {
      ended();
      handler.text?.(piece);
    };
    this.#parser.on("opentag", (tag) => {
      ended();
      this.#depth++;
      if (this.#depth > limits.depth) {
        throw new XlsxFault(atMost(limits.depth, "nested elements"), `more in ${part}`);
      }
      handler.open(localName(tag.name), tag.attributes);
    });
    this.#parser.on("closetag", (tag) => {
      ended();
      this.#depth--;
      handler.close?.(localName(tag.name));
    });
    this.#parser.on("text", text);
    this.#parser.on("cdata", text);
    this.#parser.on("comment", ended);
    this.#parser.on("processinginstruction", ended);
    this.#parser.on("doctype", () => {
      throw new XlsxFault("parts without a DTD", `one in ${part}`);
    });
    this.#parser.on("error", (error) => {
      throw damaged(part, error);
    });
  }

  write(chunk: Uint8Array): void {
    this.#pending += chunk.byteLength;
    this.#parser.write(this.#decoded(chunk, true));
    if (this.#pending > this.#limits.tokenBytes) {
      throw new XlsxFault(atMost(this.#limits.tokenBytes, "bytes in one tag or text"), `more in ${this.#part}`);
    }
  }

  end(): void {
    this.#parser.write(this.#decoded(new Uint8Array(), false)).close();
  }

  #decoded(chunk: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(chunk, { stream });
    } catch (error) {
      throw damaged(this.#part, error);
    }
  }
}

function damaged(part: string, error: unknown): XlsxFault {
  return new XlsxFault(`well-formed XML in UTF-8 in ${part}`, `something else (${messageOf(error)})`, SAVE_AGAIN);
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

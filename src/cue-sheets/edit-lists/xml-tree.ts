import { SaxesParser } from "saxes";
import { messageOf } from "../../lib/assert.ts";
import type { Steps } from "../../lib/steps.ts";
import { EditListFault } from "./edit-list.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
}

const CHARACTERS_PER_STEP = 32 * 1024;
const ELEMENTS_MAX = 250_000;
const DEPTH_MAX = 100;

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
}

/**
 * Parses XML into a tree without texts. Entities of a DTD are never expanded: saxes knows only the five of XML, and an unknown one
 * is an error. Nothing outside the text is read. Elements and depth are bounded.
 */
export function* xmlTree(text: string): Steps<XmlElement> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const open: OpenElement[] = [];
  let root = null as XmlElement | null;
  let elements = 0;
  parser.on("error", (error) => {
    throw new EditListFault(
      `The file is not well-formed XML (${messageOf(error).replace(/\.$/, "")}). Export it again.`,
    );
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++elements > ELEMENTS_MAX) throw new EditListFault(`The file has more than ${ELEMENTS_MAX} elements.`);
    if (open.length >= DEPTH_MAX) throw new EditListFault(`The file nests more than ${DEPTH_MAX} elements.`);
    const element: OpenElement = { name, attributes, children: [] };
    const parent = open.at(-1);
    if (parent === undefined) root ??= element;
    else parent.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  for (let at = 0; at < text.length; at += CHARACTERS_PER_STEP) {
    parser.write(text.slice(at, at + CHARACTERS_PER_STEP));
    yield;
  }
  parser.close();
  if (root === null) throw new EditListFault("The file has no XML element.");
  return root;
}

export function childrenNamed({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child) => child.name === name);
}

import type { XlsxLimits } from "./limits.ts";
import { readXml } from "./xml-reader.ts";
import { atMost, XlsxFault } from "./xlsx-fault.ts";
import type { ZipParts } from "./zip-parts.ts";

const RELATIONS = "xl/_rels/workbook.xml.rels";
const WORKBOOK = "xl/workbook.xml";
/** Types of relations in ECMA-376 and in ISO 29500. */
const RELATION_TYPE =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/(\w+)$/;

export interface Workbook {
  /** Names of the worksheets and their parts, in the order of the spreadsheet's tabs. */
  readonly tables: readonly { readonly name: string; readonly part: string }[];
  readonly sharedStrings: string;
  readonly styles: string;
  /** Whether days are counted from 1904, as on old Macintosh computers. */
  readonly isFrom1904: boolean;
}

interface Relation {
  readonly kind: string;
  readonly part: string;
}

/** Reads the names of the parts that contain the tables, their texts and their formats. */
export async function readWorkbook(zip: ZipParts, limits: XlsxLimits): Promise<Workbook> {
  const relations = await readRelations(zip, limits);
  const tables: { name: string; part: string }[] = [];
  let count = 0;
  let isFrom1904 = false;
  await readXml(
    WORKBOOK,
    zip,
    {
      open: (name, attributes) => {
        if (name === "workbookPr") isFrom1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
        if (name !== "sheet") return;
        count++;
        if (count > limits.tables) throw new XlsxFault(atMost(limits.tables, "tables"), "more");
        const relation = relations.get(relationIdIn(attributes));
        if (relation?.kind === "worksheet") tables.push({ name: attributes["name"] ?? "", part: relation.part });
      },
    },
    limits,
  );
  const partOf = (kind: string): string | undefined => relations.values().find((one) => one.kind === kind)?.part;
  return {
    tables,
    sharedStrings: partOf("sharedStrings") ?? "xl/sharedStrings.xml",
    styles: partOf("styles") ?? "xl/styles.xml",
    isFrom1904,
  };
}

async function readRelations(zip: ZipParts, limits: XlsxLimits): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  await readXml(
    RELATIONS,
    zip,
    {
      open: (name, attributes) => {
        if (name !== "Relationship") return;
        const { Id: id = "", Type: type = "", Target: target = "" } = attributes;
        const kind = RELATION_TYPE.exec(type)?.[1] ?? "";
        relations.set(id, { kind, part: target.startsWith("/") ? target.slice(1) : `xl/${target}` });
        if (relations.size > limits.parts) throw new XlsxFault(atMost(limits.parts, "relations between parts"), "more");
      },
    },
    limits,
  );
  return relations;
}

/** Returns the attribute `r:id`. The prefix of its namespace can differ. */
function relationIdIn(attributes: Readonly<Record<string, string>>): string {
  const name = Object.keys(attributes).find((one) => one === "id" || one.endsWith(":id"));
  return name === undefined ? "" : (attributes[name] ?? "");
}

import { billOfMaterials, licenseSections } from "../native/licenses.ts";
import type { Command, Invocation } from "./command.ts";
import { DONE, type ExitStatus, FAILED } from "./exit-status.ts";
import { printRows } from "./print.ts";

const RULE = "=".repeat(72);

export const licenses: Command = {
  name: "licenses",
  summary: "show the licences of all included software and where to get the source of GPL programs",
  positionals: [],
  options: [{ name: "sbom", about: "print the software bill of materials instead (CycloneDX as JSON)" }],
  anyUser: true,
  async run(invocation) {
    if (invocation.given.has("sbom")) return await printBill(invocation);
    const sections = await licenseSections();
    if (invocation.given.has("json")) {
      await printRows(invocation, sections);
      return DONE;
    }
    for (const { subject, license, text } of sections) {
      await invocation.io.out.write(`${RULE}\n${subject} (${license})\n${RULE}\n\n${text.trim()}\n\n`);
    }
    return DONE;
  },
};

async function printBill({ io }: Invocation): Promise<ExitStatus> {
  const bill = await billOfMaterials();
  if (bill === null) {
    await io.err.write(
      "A checkout contains no bill of materials: `npm run build` writes one next to the executable.\n",
    );
    return FAILED;
  }
  await io.out.write(bill);
  return DONE;
}

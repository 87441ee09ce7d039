import type { CutEnding } from "../../../schema/wire/cut.ts";
import { StructureDocument } from "../../../schema/wire/structure.ts";
import { planCut } from "../../audio/structure/plan-cut.ts";
import { parseChecked } from "../../lib/parse-json.ts";
import type { Slices } from "../../lib/slices.ts";
import { refuse } from "../../lib/refusal.ts";
import type { ApiKey } from "../../keys/key.ts";
import type { FindFile } from "../form-file.ts";
import { cutSourceOf, formOf, type MakeTask } from "../make/make-task.ts";
import { type FileMedia, losslessOf } from "../targets.ts";
import { AlignedCut } from "./aligned-cut.ts";
import type { NamedCut } from "./cut-name.ts";

const HUNDREDTHS = 100;
/** Players request a file in many ranges, and each request plans and aligns the cut. */
const KEPT_MAX = 200;

/** Plans cuts of audio files by their structure and their sound. The same file, length and ending give the same cut. */
export class CutPlans {
  readonly #fileOf: FindFile;
  readonly #slices: Slices;
  readonly #kept = new Map<string, AlignedCut | null>();

  /** @param slices for plans of long recordings, which take a tenth of a second */
  constructor(fileOf: FindFile, slices: Slices) {
    this.#fileOf = fileOf;
    this.#slices = slices;
  }

  /** Null if the file has no such cut. Throws Refused: 404 for a file without sound, 503 while its structure is found or it is aligned. */
  async planFor(
    file: FileMedia,
    { hundredths, ending }: { readonly hundredths: number; readonly ending: CutEnding },
    requester: string,
  ): Promise<AlignedCut | null> {
    const form = formOf("structure", file);
    const source = cutSourceOf(file);
    if (form === null || source === null) throw refuse("not_found");
    // The path has the digest of the structure.
    const path = await this.#fileOf(form, requester);
    const name = `${path} ${hundredths} ${ending}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const structure = parseChecked(StructureDocument, await Bun.file(path).text());
    if (structure === null) throw refuse("not_found");
    const seconds = hundredths / HUNDREDTHS;
    const plan = await this.#slices.run(planCut(structure, seconds, ending));
    const aligned =
      plan === null ? null : await this.#align({ kind: "cut", source, form: "alignment", seconds, plan }, requester);
    this.#kept.set(name, aligned);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return aligned;
  }

  async #align(task: MakeTask, requester: string): Promise<AlignedCut> {
    const aligned = parseChecked(
      AlignedCut,
      await Bun.file(await this.#fileOf({ kind: "made", task }, requester)).text(),
    );
    if (aligned === null) throw refuse("not_found");
    return aligned;
  }

  /** The path of a cut, which is made if it is missing. Throws Refused as `planFor` and `FindFile` do; 404 without such a cut. */
  async fileOf(
    { file, cut }: { readonly file: FileMedia; readonly cut: NamedCut },
    { id: requester, recipientNumber: recipient }: Pick<ApiKey, "id" | "recipientNumber">,
    waitMs: number | null,
  ): Promise<string> {
    const { form, hundredths } = cut;
    const source = cutSourceOf(file);
    if (source === null || (form === "wav" && losslessOf(file) === null)) throw refuse("not_found");
    const plan = await this.planFor(file, cut, requester);
    if (plan === null) throw refuse("not_found");
    const task: MakeTask = {
      kind: "cut",
      source,
      form,
      seconds: hundredths / HUNDREDTHS,
      plan,
      ...(form === "watermarked" && recipient !== null && { recipient }),
    };
    return await this.#fileOf({ kind: "made", task }, requester, waitMs);
  }
}

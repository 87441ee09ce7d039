import { UploadFolder } from "../../assets/upload-folder.ts";
import { type Check, warn } from "./check.ts";

const MIB = 1024 ** 2;

/** The originals that a restore set aside; no check where there are none. */
export async function checkUploads(dataDir: string): Promise<readonly Check[]> {
  const found = await new UploadFolder(dataDir).measureSetAside();
  if (found === null) return [];
  const { folder, files, bytes } = found;
  const size = bytes === null ? "" : ` (${Math.ceil(bytes / MIB)} MiB)`;
  const detail = `${files} ${files === 1 ? "file" : "files"}${size} in ${folder}: originals that came after the restored backup`;
  const advice = "Restore a backup that knows these uploads, and the next start puts them back; or remove the folder.";
  return [warn("uploads", detail, advice)];
}

import { UploadFolder } from "../../assets/upload-folder.ts";
import { type Check, warn } from "./check.ts";

const MIB = 1024 ** 2;

/** Reports originals that were set aside after a restore; no check if there are none. */
export async function checkUploads(dataDir: string): Promise<readonly Check[]> {
  const found = await new UploadFolder(dataDir).measureSetAside();
  if (found === null) return [];
  const { folder, files, bytes } = found;
  const size = bytes === null ? "" : ` (${Math.ceil(bytes / MIB)} MiB)`;
  const detail = `${files} ${files === 1 ? "file" : "files"}${size} in ${folder}: originals that were uploaded after the restored backup was written`;
  const advice =
    "Restore a newer backup that contains these uploads, and the next start puts them back. Otherwise remove the folder.";
  return [warn("uploads", detail, advice)];
}

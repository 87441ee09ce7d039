import { batch, signal } from "@preact/signals";
import { client, messageOf } from "../lib/client.ts";
import { fetchWithProgress } from "../lib/fetch-with-progress.ts";

/** A picture, film or audio file that was dropped on the page. */
export interface DroppedFile {
  /** Unique in this page. */
  readonly number: number;
  readonly name: string;
  readonly isFilm: boolean;
  readonly isAudio: boolean;
  readonly file: File;
  /** Address of the browser's own file. */
  readonly preview: string;
  /** The sent share, from 0 to 1. */
  readonly progress: number;
  /** Null until the service has accepted the file. */
  readonly assetId: string | null;
  /** Whether a search no longer waits for its analysis. */
  readonly isAnalysed: boolean;
  /** Null unless the service has refused the file. */
  readonly complaint: string | null;
}

/** Files of the page's search, in the order in which they were dropped. */
export const droppedFiles = signal<readonly DroppedFile[]>([]);

const cancels = new Map<number, AbortController>();
let lastNumber = 0;

/** Uploads files and calls `onAccepted` after each one that the service has accepted. */
export function uploadFiles(files: Iterable<File>, onAccepted: () => void): void {
  for (const file of files) void upload(file, onAccepted);
}

/** Forgets a file, and ends its upload. The asset expires by itself. */
export function removeFile({ number, preview }: DroppedFile): void {
  cancels.get(number)?.abort();
  URL.revokeObjectURL(preview);
  droppedFiles.value = droppedFiles.value.filter((file) => file.number !== number);
}

/** Notes that the analyses of these assets have ended. */
export function noteAnalysed(assetIds: readonly string[]): void {
  for (const { number, assetId, isAnalysed } of droppedFiles.peek())
    if (!isAnalysed && assetId !== null && assetIds.includes(assetId)) change(number, { isAnalysed: true });
}

/** Forgets all files but those of these assets. Returns the assets that have no file here. */
export function keepFiles(assetIds: readonly string[]): readonly string[] {
  const isKept = ({ assetId }: DroppedFile): boolean => assetId !== null && assetIds.includes(assetId);
  for (const file of droppedFiles.value) if (!isKept(file)) removeFile(file);
  return assetIds.filter((id) => !droppedFiles.value.some(({ assetId }) => assetId === id));
}

async function upload(file: File, onAccepted: () => void): Promise<void> {
  lastNumber += 1;
  const number = lastNumber;
  const cancel = new AbortController();
  cancels.set(number, cancel);
  const [isFilm, isAudio] = [file.type.startsWith("video/"), file.type.startsWith("audio/")];
  const added = { number, name: file.name, isFilm, isAudio, file, preview: URL.createObjectURL(file), progress: 0 };
  droppedFiles.value = [...droppedFiles.value, { ...added, assetId: null, isAnalysed: false, complaint: null }];
  try {
    const { body } = await client.uploadAsset({
      body: { file },
      signal: cancel.signal,
      fetch: fetchWithProgress((progress) => change(number, { progress })),
    });
    batch(() => change(number, { progress: 1, assetId: body.data.id }));
    onAccepted();
  } catch (error) {
    if (!cancel.signal.aborted) change(number, { complaint: messageOf(error) });
  } finally {
    cancels.delete(number);
  }
}

function change(number: number, more: Partial<DroppedFile>): void {
  droppedFiles.value = droppedFiles.value.map((file) => (file.number === number ? { ...file, ...more } : file));
}

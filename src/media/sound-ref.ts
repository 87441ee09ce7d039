/** How the demonstration catalog names what is rendered at its first use. */
const REF = /^sound:([A-Za-z0-9._-]{1,64})\/([a-z0-9-]{1,32})$/;

export interface SoundRef {
  readonly songId: string;
  readonly part: string;
}

export function parseSoundRef(ref: string): SoundRef | null {
  const [, songId, part] = REF.exec(ref) ?? [];
  return songId === undefined || part === undefined ? null : { songId, part };
}

export function isSoundRef(path: string): boolean {
  return parseSoundRef(path) !== null;
}

export function soundRef({ songId, part }: SoundRef): string {
  return `sound:${songId}/${part}`;
}

import type { Work } from "../db/work.ts";
import { type ApiKey, isLive } from "../keys/key.ts";
import { type Grant, type MediaTarget, signUrl, type UrlSigner } from "../media/signed-url.ts";
import { type Form, formOf, stemsFormOf, type MakeTask } from "../media/make/make-task.ts";
import { versionsFor } from "../media/targets.ts";
import { type FoundFacts, type MeasuredFacts, withMeasured } from "./measured.ts";
import { presentRights } from "./present-rights.ts";
import { type ArtistRecord, type AudioFileRecord, isInstrumental, type SongRecord } from "./song-record.ts";

/** What is known of the files of songs. It is read before the songs are presented, which needs no database. */
export interface KnownMedia {
  /** Measurements, which fill missing fields. */
  readonly facts: FoundFacts;
  /** Whether a file of these songs can never be generated. */
  readonly isHopeless: (task: MakeTask) => boolean;
}

/** The key that songs are presented to, and the means to sign its links. */
export interface Audience {
  readonly key: ApiKey;
  readonly grant: Grant;
  readonly signer: UrlSigner;
}

/** The parts of presented songs that are the same for all keys. */
export interface SongPresenting extends Pick<Audience, "signer"> {
  readonly facts: MeasuredFacts;
  /** Reads what is known of the files of songs. */
  readonly knownMedia: (songs: readonly SongRecord[]) => Work<KnownMedia>;
}

type Presented = Audience & KnownMedia;

export interface ResourceIdentifier {
  readonly type: string;
  readonly id: string;
}

export interface Resource extends ResourceIdentifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data: readonly ResourceIdentifier[] }>>;
  readonly links?: Readonly<Record<string, string>>;
}

export interface PresentedSongs {
  /** In the order given. */
  readonly songs: readonly Resource[];
  /** Audio files, then artists, without duplicates. */
  readonly included: readonly Resource[];
}

/** Returns songs as JSON:API resources, for song endpoints and search results, with the resources that they refer to. */
export function presentSongs(records: readonly SongRecord[], known: KnownMedia, audience: Audience): PresentedSongs {
  const shown = { ...known, ...audience };
  const files = new Map<string, Resource>();
  const artists = new Map<string, Resource>();
  const songs = withMeasured(records, known.facts).map((record) => {
    const listed = listedFiles(record, shown);
    for (const file of listed) files.set(file.id, file);
    for (const artist of record.artists) {
      if (!artists.has(artist.id)) artists.set(artist.id, presentArtist(artist, audience.signer));
    }
    return presentSong(record, listed, shown);
  });
  return { songs, included: [...files.values(), ...artists.values()] };
}

function presentSong(record: SongRecord, listed: readonly Resource[], audience: Presented): Resource {
  const { key, signer } = audience;
  const stems =
    isLive(key) && isAvailable(stemsFormOf(record), audience)
      ? sign(audience, { kind: "stems", songId: record.id })
      : null;
  return {
    type: "songs",
    id: record.id,
    attributes: {
      title: record.title,
      description: record.description,
      energy: record.energy,
      explicit: record.explicit,
      lyrics: record.lyrics,
      isrc: record.isrc,
      released_at: record.releasedAt,
      bpm: record.bpm,
      key: { name: record.keyName, mode: record.keyMode },
      tags: record.tags,
      playlist_ids: visiblePlaylists(record, key),
      stems,
      has_vocal_version: record.audioFiles.some((file) => file.vocals === "lead"),
      has_instrumental_version: record.audioFiles.some(isInstrumental),
      ...(record.rights === undefined || record.rights === null ? {} : { rights: presentRights(record.rights) }),
    },
    relationships: {
      audio_files: { data: listed.map((file) => ({ type: file.type, id: file.id })) },
      artists: { data: record.artists.map((artist) => ({ type: "artists", id: artist.id })) },
    },
    links: { self: `${signer.baseUrl}/v1/songs/${encodeURIComponent(record.id)}` },
  };
}

/** Full versions, then stems. Clients treat the first file as the primary one, so no stems are listed without a full version. */
function listedFiles(record: SongRecord, audience: Presented): readonly Resource[] {
  const present = (stem: boolean) =>
    record.audioFiles.flatMap((file) => (file.stem === stem ? (presentAudioFile(record, file, audience) ?? []) : []));
  const full = present(false);
  return full.length === 0 ? [] : [...full, ...present(true)];
}

/** Null for a file without playable media. Such a file is not listed, but counts for the song's booleans. */
function presentAudioFile(song: SongRecord, file: AudioFileRecord, audience: Presented): Resource | null {
  const versions = versionsFor(file, audience.key);
  if (versions === null || !isAvailable(formOf(isLive(audience.key) ? "mp3" : "watermarked", file), audience))
    return null;
  return {
    type: "audio_files",
    id: file.id,
    attributes: {
      description: file.description,
      song_id: song.id,
      instrumental: isInstrumental(file),
      duration: file.duration,
      versions: {
        mp3: sign(audience, versions.mp3),
        wav: versions.wav !== null && isAvailable(formOf("wav", file), audience) ? sign(audience, versions.wav) : null,
      },
    },
  };
}

/** Whether a link to the form can work. False if generation has failed permanently or the file contains no sound (it has no peaks). */
function isAvailable(form: Form | null, { isHopeless }: KnownMedia): boolean {
  if (form === null) return false;
  const task: MakeTask = form.kind === "made" ? form.task : { kind: "peaks", source: form.ref };
  return !isHopeless(task);
}

export function presentArtist(artist: ArtistRecord, signer: UrlSigner): Resource {
  const local =
    artist.imagePath === null ? null : `${signer.baseUrl}/v1/artists/${encodeURIComponent(artist.id)}/image`;
  return { type: "artists", id: artist.id, attributes: { name: artist.name, image: artist.imageUrl ?? local } };
}

function visiblePlaylists(record: SongRecord, key: ApiKey): readonly number[] {
  const visible = record.playlists.filter((playlist) => playlist.public || key.playlistIds.includes(playlist.id));
  return visible.map((playlist) => playlist.id);
}

function sign(audience: Audience, target: MediaTarget): string {
  return signUrl(audience.signer, target, audience.grant);
}

import type {
  Artist,
  AudioFile,
  ConstraintFacts,
  SearchResult,
  Song,
} from "../../../../clients/typescript/operations.ts";
import { ownUrl } from "../lib/own-url.ts";
import type { GivenReasons } from "./reason-text.ts";

type Ranked = SearchResult["data"]["relationships"]["songs"]["data"][number]["meta"];

/** A playable version of a song. */
export interface SongFile {
  readonly id: string;
  readonly description: string;
  readonly isInstrumental: boolean;
  readonly seconds: number | null;
  readonly mp3: string;
  readonly wav: string | null;
}

/** Whether a song meets a constraint; `facts` is null in answers of earlier versions. */
interface SongVerdict {
  readonly constraint: string;
  readonly facts: ConstraintFacts | null;
  readonly verdict: Ranked["verdicts"][number]["verdict"];
}

/** A song of an answer with everything that its row shows. */
export interface ResultRow extends GivenReasons {
  readonly id: string;
  readonly rank: number;
  readonly title: string;
  readonly artists: readonly string[];
  /** Address of a picture of the first artist that has one. */
  readonly picture: string | null;
  readonly band: Ranked["band"];
  readonly verdicts: readonly SongVerdict[];
  readonly tags: readonly string[];
  readonly bpm: number | null;
  /** `A minor`; empty if unknown. */
  readonly musicalKey: string;
  readonly energy: Song["attributes"]["energy"];
  readonly isExplicit: boolean;
  /** The file that fits the brief best comes first. */
  readonly files: readonly SongFile[];
  readonly stems: string | null;
}

/** Builds the rows of an answer, in rank order. */
export function rowsOf({ data, included }: SearchResult): readonly ResultRow[] {
  const songs = byId(included.filter((resource) => resource.type === "songs"));
  const files = byId(included.filter((resource) => resource.type === "audio_files"));
  const artists = byId(included.filter((resource) => resource.type === "artists"));
  const facts = factsByConstraint(data.attributes);
  return data.relationships.songs.data.flatMap(({ id, meta }) => {
    const song = songs.get(id);
    if (song === undefined) return [];
    const verdicts = meta.verdicts.map((one) => ({ ...one, facts: facts.get(one.constraint) ?? null }));
    return [rowOf(song, { ...meta, verdicts }, files, artists)];
  });
}

/** A constraint is the same for all songs, so the answer has its facts only once. */
function factsByConstraint(attributes: SearchResult["data"]["attributes"]): ReadonlyMap<string, ConstraintFacts> {
  const constraints = attributes.status === "completed" ? attributes.brief.constraints : [];
  return new Map(constraints.flatMap(({ constraint, facts }) => (facts === undefined ? [] : [[constraint, facts]])));
}

function byId<Resource extends { readonly id: string }>(list: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map(list.map((resource) => [resource.id, resource]));
}

function rowOf(
  { id, attributes, relationships }: Song,
  meta: Omit<Ranked, "verdicts"> & Pick<ResultRow, "verdicts">,
  files: ReadonlyMap<string, AudioFile>,
  artists: ReadonlyMap<string, Artist>,
): ResultRow {
  const by = relationships.artists.data.flatMap((artist) => artists.get(artist.id) ?? []);
  const picture = by.find(({ attributes: { image } }) => image !== null)?.attributes.image ?? null;
  const { tags, key } = attributes;
  const versions = relationships.audio_files.data.flatMap((file) => files.get(file.id) ?? []).map(fileOf);
  return {
    id,
    rank: meta.rank,
    title: attributes.title,
    artists: by.map((artist) => artist.attributes.name),
    picture: picture === null ? null : ownUrl(picture),
    band: meta.band,
    reasons: meta.reasons,
    reasonFacts: meta.reason_facts ?? null,
    verdicts: meta.verdicts,
    tags: [...tags.genre, ...tags.mood, ...tags.instrument, ...tags.characteristic],
    bpm: attributes.bpm,
    musicalKey: [key.name, key.mode].filter((part) => part !== "").join(" "),
    energy: attributes.energy,
    isExplicit: attributes.explicit,
    files: versions.toSorted((one, other) => Number(other.id === meta.audio_file) - Number(one.id === meta.audio_file)),
    stems: attributes.stems === null ? null : ownUrl(attributes.stems),
  };
}

export function fileOf({ id, attributes }: AudioFile): SongFile {
  const { mp3, wav } = attributes.versions;
  return {
    id,
    description: attributes.description,
    isInstrumental: attributes.instrumental,
    seconds: attributes.duration,
    mp3: ownUrl(mp3),
    wav: wav === null ? null : ownUrl(wav),
  };
}

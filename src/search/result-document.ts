import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Answer, type HitMeta } from "../../schema/wire/answer.ts";
import type { Refinement } from "../../schema/wire/refinement.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { presentSongs, type Resource, type SongPresenting } from "../catalog/present-song.ts";
import type { Work } from "../db/work.ts";
import type { ApiKey } from "../keys/key.ts";
import type { Clock } from "../lib/clock.ts";
import { parseJson } from "../lib/parse-json.ts";
import { type Grant, grantFor, type UrlSigner } from "../media/signed-url.ts";
import { assetIdsOf, type Execution, refinementOf } from "./execution.ts";

export interface SearchInputsShown {
  readonly query: string | null;
  readonly context: string | null;
  readonly assetIds: readonly string[];
  readonly callbackUrl: string;
  readonly refinement: Refinement | null;
}

/** Builds the body of a 202: the status and the inputs as this request submitted them. */
export function acceptedDocument(searchId: string, inputs: SearchInputsShown, signer: UrlSigner): object {
  return {
    data: {
      ...identifier(searchId),
      attributes: { status: "processing", ...shownInputs(inputs) },
      links: links(searchId, signer),
    },
  };
}

export interface ResultDocumentsDeps extends Pick<SongPresenting, "signer" | "knownMedia"> {
  readonly catalog: LiveCatalog;
  readonly clock: Clock;
}

/**
 * Builds the result document of an ended execution: the body of a 200, of a GET and of the webhook. Reads the current songs,
 * files and artists, and signs every link now. Songs that are no longer in the catalog are left out.
 */
export class ResultDocuments {
  readonly #deps: ResultDocumentsDeps;
  readonly #answer = TypeCompiler.Compile(Answer);
  /** A request that reads its execution twice parses it once. */
  readonly #parsed = new WeakMap<Execution, TerminalExecution>();

  constructor(deps: ResultDocumentsDeps) {
    this.#deps = deps;
  }

  /** Parses the stored answer. Null if the execution has not ended, or if this version does not know the answer's format. */
  read(execution: Execution): TerminalExecution | null {
    const { finishedAt, status } = execution;
    if (finishedAt === null || status === "processing") return null;
    if (status === "failed") return { execution, finishedAt, answer: null };
    const parsed = this.#parsed.get(execution);
    if (parsed !== undefined) return parsed;
    const answer = parseJson(execution.answer ?? "null");
    if (!this.#answer.Check(answer)) return null;
    const terminal = { execution, finishedAt, answer };
    this.#parsed.set(execution, terminal);
    return terminal;
  }

  /** @param key the key of the execution */
  *of({ execution, finishedAt, answer }: TerminalExecution, key: ApiKey, signing?: LinkSigning): Work<object> {
    const attributes =
      answer === null
        ? { error: { code: execution.errorCode, detail: execution.errorDetail } }
        : { brief: answer.brief, catalog_version: answer.catalog_version };
    const { songs, included } =
      answer === null ? { songs: [], included: [] } : yield* this.songsOf(answer, execution.searchId, key, signing);
    return {
      data: {
        ...identifier(execution.searchId),
        attributes: {
          status: execution.status,
          ...shownInputs({ ...execution, assetIds: assetIdsOf(execution), refinement: refinementOf(execution) }),
          completed_at: new Date(finishedAt).toISOString(),
          ...attributes,
        },
        relationships: { songs: { data: songs } },
        links: links(execution.searchId, this.#deps.signer),
      },
      included,
    };
  }

  /** Returns the songs of an answer in rank order, with links for `key`; `included` has the songs first. */
  *songsOf(answer: Answer, searchId: string, key: ApiKey, signing?: LinkSigning): Work<RankedSongs> {
    const { catalog, clock, knownMedia } = this.#deps;
    const { signer, grant } = signing ?? {
      signer: this.#deps.signer,
      grant: grantFor(key.id, searchId, clock.now()),
    };
    const records = catalog.current()?.db.songsByIds(answer.songs.map((song) => song.id));
    const found = answer.songs.flatMap((song) => {
      const record = records?.get(song.id);
      return record === undefined ? [] : [{ record, meta: song.meta }];
    });
    const shown = found.map(({ record }) => record);
    const presented = presentSongs(shown, yield* knownMedia(shown), { key, signer, grant });
    const songs = found.map(({ record, meta }, index): SongIdentifier => {
      const listed = presented.songs[index]?.relationships?.["audio_files"]?.data ?? [];
      const hasFile = listed.some((file) => file.id === meta.audio_file);
      return {
        type: "songs",
        id: record.id,
        meta: { ...meta, rank: index + 1, audio_file: hasFile ? meta.audio_file : null },
      };
    });
    return { songs, included: [...presented.songs, ...presented.included] };
  }
}

/** With what the links of one document are signed. */
export interface LinkSigning {
  readonly signer: UrlSigner;
  readonly grant: Grant;
}

/** An execution that has ended. `answer` is null if it failed. */
export interface TerminalExecution {
  readonly execution: Execution;
  readonly finishedAt: number;
  readonly answer: Answer | null;
}

export interface RankedSongs {
  readonly songs: readonly SongIdentifier[];
  readonly included: readonly Resource[];
}

interface SongIdentifier {
  readonly type: "songs";
  readonly id: string;
  readonly meta: HitMeta;
}

function identifier(searchId: string): { readonly type: "supervisor_searches"; readonly id: string } {
  return { type: "supervisor_searches", id: searchId };
}

function links(searchId: string, signer: UrlSigner): { readonly self: string } {
  return { self: `${signer.baseUrl}/v1/supervisor/search/${searchId}` };
}

function shownInputs(inputs: SearchInputsShown): object {
  return {
    query: inputs.query,
    context: inputs.context,
    asset_ids: inputs.assetIds,
    callback_url: inputs.callbackUrl,
    ...shownExtensions(inputs.refinement),
  };
}

/** The extensions that a request gave. A request of the interface alone has none. */
function shownExtensions(refinement: Refinement | null): object {
  if (refinement === null) return {};
  const { refines, likes, dislikes, wishes, sound } = refinement;
  return {
    refines,
    likes,
    dislikes,
    wishes,
    ...(sound?.excerpt ? { excerpt: sound.excerpt } : {}),
    ...(sound?.temp_track === true ? { temp_track: true } : {}),
    ...(sound?.weights === undefined ? {} : { sound_weights: sound.weights }),
  };
}

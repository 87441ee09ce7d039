// Generated from /openapi.json by `npm run generate:client`. Do not edit.

export type SearchRequest = { readonly data: { readonly type: "supervisor_searches"; readonly attributes: { readonly query?: string | null; readonly context?: string | null; readonly asset_ids?: readonly (string)[]; readonly callback_url?: string; readonly refines?: string | null; readonly likes?: readonly (string)[] | null; readonly dislikes?: readonly (string)[] | null; readonly wishes?: readonly ({ readonly id: string; readonly polarity?: "wanted" | "avoided" | "must" | "must_not" | "removed"; readonly weight?: number })[] | null; readonly excerpt?: { readonly start: number; readonly end: number } | null; readonly temp_track?: boolean | null; readonly sound_weights?: { readonly feel?: number; readonly harmony?: number; readonly rhythm?: number; readonly instruments?: number } | null } } };

export type SearchResult = { readonly data: { readonly type: "supervisor_searches"; readonly id: string; readonly attributes: { readonly status: "completed"; readonly query: string | null; readonly context: string | null; readonly asset_ids: readonly (string)[]; readonly callback_url: string; readonly refines?: string | null; readonly likes?: readonly (string)[]; readonly dislikes?: readonly (string)[]; readonly wishes?: readonly ({ readonly id: string; readonly polarity?: "wanted" | "avoided" | "must" | "must_not" | "removed"; readonly weight?: number })[]; readonly excerpt?: { readonly start: number; readonly end: number }; readonly temp_track?: boolean; readonly sound_weights?: { readonly feel?: number; readonly harmony?: number; readonly rhythm?: number; readonly instruments?: number }; readonly completed_at: string; readonly brief: { readonly wanted: readonly ({ readonly facet: "genre" | "mood" | "instrument" | "characteristic"; readonly name: string; readonly weight: number; readonly from: readonly (string)[] })[]; readonly avoided: readonly ({ readonly facet: "genre" | "mood" | "instrument" | "characteristic"; readonly name: string; readonly weight: number; readonly from: readonly (string)[] })[]; readonly constraints: readonly ({ readonly constraint: string; readonly facts?: ConstraintFacts; readonly from: readonly (string)[] })[]; readonly references: readonly ({ readonly role: "like" | "by" | "not"; readonly kind: "artist" | "song"; readonly name: string; readonly known: boolean })[]; readonly text: readonly (string)[]; readonly text_avoided?: readonly (string)[]; readonly ignored: readonly (string)[]; readonly corrected: readonly ({ readonly from: string; readonly to: string })[]; readonly arcs?: readonly ({ readonly shape: "rising" | "falling" | "arch" | "steady" | "stop" | "hit"; readonly refused: boolean; readonly at: number | null; readonly from: readonly (string)[] })[]; readonly seen?: { readonly words: readonly (string)[]; readonly assets: readonly ({ readonly kind: "image" | "video"; readonly words: readonly (string)[] })[]; readonly tempo: string | null; readonly tempo_ranges?: readonly ({ readonly min: number; readonly max: number })[]; readonly length: number | null }; readonly heard?: readonly ({ readonly asset_id?: string; readonly kind: "audio" | "video"; readonly duration: number; readonly excerpt: { readonly start: number; readonly end: number } | null; readonly typical: { readonly start: number; readonly end: number } | null; readonly bpm: number | null; readonly key: string | null; readonly compared: boolean })[]; readonly wishes?: readonly ({ readonly id: string; readonly kind: "tag" | "constraint" | "word" | "name" | "arc"; readonly label: string; readonly polarity: "wanted" | "avoided" | "must" | "must_not"; readonly weight: number | null; readonly implied: boolean; readonly from: readonly ({ readonly text: string; readonly source: "query" | "context" | "asset" | "inferred"; readonly turn?: number; readonly start?: number; readonly end?: number })[] })[]; readonly ignored_from?: readonly ({ readonly text: string; readonly source: "query" | "context" | "asset" | "inferred"; readonly turn?: number; readonly start?: number; readonly end?: number })[]; readonly overrides_unused?: readonly (string)[]; readonly unserved: readonly (string)[]; readonly unserved_facts?: readonly (UnservedFacts)[] }; readonly catalog_version: string } | { readonly status: "failed"; readonly query: string | null; readonly context: string | null; readonly asset_ids: readonly (string)[]; readonly callback_url: string; readonly refines?: string | null; readonly likes?: readonly (string)[]; readonly dislikes?: readonly (string)[]; readonly wishes?: readonly ({ readonly id: string; readonly polarity?: "wanted" | "avoided" | "must" | "must_not" | "removed"; readonly weight?: number })[]; readonly excerpt?: { readonly start: number; readonly end: number }; readonly temp_track?: boolean; readonly sound_weights?: { readonly feel?: number; readonly harmony?: number; readonly rhythm?: number; readonly instruments?: number }; readonly completed_at: string; readonly error: { readonly code: "internal_error" | "asset_unavailable" | "asset_failed" | "asset_blocked" | "asset_expired"; readonly detail: string } }; readonly relationships: { readonly songs: { readonly data: readonly ({ readonly type: "songs"; readonly id: string; readonly meta: { readonly rank: number; readonly score: number; readonly band: "strong" | "good" | "possible"; readonly reasons: readonly (string)[]; readonly reason_facts?: readonly (ReasonFacts)[]; readonly verdicts: readonly ({ readonly constraint: string; readonly verdict: "met" | "unknown" | "failed" })[]; readonly audio_file: string | null } })[] } }; readonly links: { readonly self: string } }; readonly included: readonly (Song | AudioFile | Artist)[]; readonly meta?: { readonly warnings: readonly ({ readonly detail: string; readonly source?: { readonly pointer: string } | { readonly parameter: string } | { readonly header: string } })[] } };

export type ConstraintFacts = { readonly kind: "vocals"; readonly want: "none" | "not_lead" | "lead" | "background" } | { readonly kind: "clean" } | { readonly kind: "explicit" } | { readonly kind: "tempo"; readonly ranges: readonly ({ readonly min: number | null; readonly max: number | null })[] } | { readonly kind: "energy"; readonly levels: readonly ("very_low" | "low" | "medium" | "high")[] } | { readonly kind: "duration"; readonly min: number | null; readonly max: number | null } | { readonly kind: "released"; readonly min: number | null; readonly max: number | null } | { readonly kind: "stems" } | { readonly kind: "one_stop" } | { readonly kind: "pre_cleared"; readonly territories: readonly (string)[] } | { readonly kind: "ai"; readonly want: "human" | "not_by_ai" } | { readonly kind: "no_samples" } | { readonly kind: "not_exclusive" } | { readonly kind: "playlist"; readonly want: "in" | "out"; readonly name: string } | { readonly kind: "key"; readonly keys: readonly (string)[] } | { readonly kind: "excluded"; readonly name: string } | { readonly kind: "tagged"; readonly want: "with" | "without"; readonly name: string };

export type UnservedFacts = { readonly kind: "empty_catalog"; readonly imported: boolean } | { readonly kind: "not_found"; readonly name: string } | { readonly kind: "replaced"; readonly name: string; readonly by: string } | { readonly kind: "not_tagged"; readonly name: string } | { readonly kind: "no_arc"; readonly of: string } | { readonly kind: "accents_unknown"; readonly seconds: readonly (number)[] } | { readonly kind: "unknown_name"; readonly of: "artist" | "song" | "playlist"; readonly name: string } | { readonly kind: "wish_ruled_out"; readonly name: string; readonly constraints: readonly (ConstraintFacts)[]; readonly more: number; readonly cut: number; readonly songs: number; readonly at_least: boolean } | { readonly kind: "undecided"; readonly constraint: ConstraintFacts } | { readonly kind: "unclear_scene"; readonly of: "picture" | "film" | "several"; readonly subject: "people" | "animal" | "object" | "food" | "texture" | "graphic" | null } | { readonly kind: "only_constraints" } | { readonly kind: "nothing_described"; readonly guesses: boolean } | { readonly kind: "no_words"; readonly names: readonly (string)[]; readonly more: number } | { readonly kind: "no_similar_tags"; readonly names: readonly (string)[]; readonly more: number } | { readonly kind: "only_avoided" } | { readonly kind: "none_known"; readonly constraints: readonly (ConstraintFacts)[]; readonly more: number } | { readonly kind: "more_avoided" } | { readonly kind: "only_named" } | { readonly kind: "all_ruled_out"; readonly constraints: readonly (ConstraintFacts)[]; readonly more: number; readonly songs: number } | { readonly kind: "no_single_version"; readonly constraints: readonly (ConstraintFacts)[]; readonly more: number; readonly songs: number } | { readonly kind: "ruled_out_each"; readonly by: readonly ({ readonly constraint: ConstraintFacts; readonly songs: number })[]; readonly songs: number } | { readonly kind: "nearest_excluded"; readonly constraints: readonly (ConstraintFacts)[]; readonly more: number; readonly ids: readonly (string)[] } | { readonly kind: "no_sound" } | { readonly kind: "few_measured" } | { readonly kind: "not_measured"; readonly names: readonly (string)[]; readonly more: number } | { readonly kind: "no_similar_sound"; readonly constraints: readonly (ConstraintFacts)[]; readonly more: number };

export type ReasonFacts = { readonly kind: "tags"; readonly names: readonly (string)[] } | { readonly kind: "asked"; readonly names: readonly (string)[] } | { readonly kind: "for"; readonly names: readonly (string)[]; readonly of: string } | { readonly kind: "near"; readonly names: readonly (string)[]; readonly of: string } | { readonly kind: "phrase"; readonly names: readonly (string)[]; readonly of: string } | { readonly kind: "like"; readonly names: readonly (string)[]; readonly of: string } | { readonly kind: "by"; readonly name: string } | { readonly kind: "story"; readonly names: readonly (string)[]; readonly of: string | null } | { readonly kind: "seen"; readonly names: readonly (string)[]; readonly of: string } | { readonly kind: "says"; readonly names: readonly (string)[]; readonly where: "title" | "artist" | "description" | "lyrics" } | { readonly kind: "likely"; readonly names: readonly (string)[] } | { readonly kind: "described" } | { readonly kind: "versions"; readonly count: number } | { readonly kind: "sound"; readonly facets: readonly ("feel" | "harmony" | "rhythm" | "instruments")[] } | { readonly kind: "tempo"; readonly bpm: number; readonly felt: number | null; readonly measured: boolean } | { readonly kind: "near_tempo"; readonly bpm: number; readonly of: "seen" | "heard" } | { readonly kind: "loudness"; readonly lufs: number } | { readonly kind: "energy"; readonly level: "very_low" | "low" | "medium" | "high"; readonly measured: boolean } | { readonly kind: "mode"; readonly mode: "major" | "minor"; readonly measured: boolean } | { readonly kind: "develops"; readonly shape: "rising" | "falling" | "arch" | "steady"; readonly with: string | null; readonly last_seconds?: number | null } | { readonly kind: "length"; readonly seconds: number } | { readonly kind: "released"; readonly year: number } | { readonly kind: "key"; readonly key: string } | { readonly kind: "vocals"; readonly want: "lead" | "background" | "instrumental" | "none" } | { readonly kind: "constraint"; readonly constraint: ConstraintFacts } | { readonly kind: "same_artist" } | { readonly kind: "shared_tags"; readonly names: readonly (string)[]; readonly more: number } | { readonly kind: "shared_tempo"; readonly bpm: number; readonly other: number } | { readonly kind: "shared_key"; readonly key: string; readonly other: string } | { readonly kind: "shared_energy"; readonly level: "very_low" | "low" | "medium" | "high" };

export type Song = { readonly type: "songs"; readonly id: string; readonly attributes: { readonly title: string; readonly description: string; readonly energy: "very_low" | "low" | "medium" | "high"; readonly explicit: boolean; readonly lyrics: string; readonly isrc: string | null; readonly released_at: number | null; readonly bpm: number | null; readonly key: { readonly name: string; readonly mode: string }; readonly tags: { readonly genre: readonly (string)[]; readonly mood: readonly (string)[]; readonly instrument: readonly (string)[]; readonly characteristic: readonly (string)[] }; readonly playlist_ids: readonly (number)[]; readonly stems: string | null; readonly has_vocal_version: boolean; readonly has_instrumental_version: boolean; readonly rights?: Rights }; readonly relationships: { readonly audio_files: { readonly data: readonly ({ readonly type: "audio_files"; readonly id: string })[] }; readonly artists: { readonly data: readonly ({ readonly type: "artists"; readonly id: string })[] } }; readonly links: { readonly self: string } };

export type Rights = { readonly writers: readonly (RightsHolder)[]; readonly publishers: readonly (RightsHolder)[]; readonly iswc: string | null; readonly master_owner: string | null; readonly one_stop: boolean | null; readonly clearance: "pre_cleared" | "on_request" | null; readonly territories: readonly (string)[] | null; readonly excluded_territories: readonly (string)[]; readonly excluded_uses: readonly (string)[]; readonly fee_class: string | null; readonly samples: readonly ("sample" | "interpolation")[] | null; readonly ai: "human" | "with_ai" | "by_ai" | null; readonly exclusive: boolean | null; readonly exclusive_to: string | null; readonly exclusive_until: number | null };

export type RightsHolder = { readonly name: string; readonly role: string; readonly ipi: string; readonly society: string; readonly share: number | null };

export type AudioFile = { readonly type: "audio_files"; readonly id: string; readonly attributes: { readonly description: string; readonly song_id: string; readonly instrumental: boolean; readonly duration: number | null; readonly versions: { readonly mp3: string; readonly wav: string | null } } };

export type Artist = { readonly type: "artists"; readonly id: string; readonly attributes: { readonly name: string; readonly image: string | null } };

export type AcceptedSearch = { readonly data: { readonly type: "supervisor_searches"; readonly id: string; readonly attributes: { readonly status: "processing"; readonly query: string | null; readonly context: string | null; readonly asset_ids: readonly (string)[]; readonly callback_url: string; readonly refines?: string | null; readonly likes?: readonly (string)[]; readonly dislikes?: readonly (string)[]; readonly wishes?: readonly ({ readonly id: string; readonly polarity?: "wanted" | "avoided" | "must" | "must_not" | "removed"; readonly weight?: number })[]; readonly excerpt?: { readonly start: number; readonly end: number }; readonly temp_track?: boolean; readonly sound_weights?: { readonly feel?: number; readonly harmony?: number; readonly rhythm?: number; readonly instruments?: number } }; readonly links: { readonly self: string } }; readonly meta?: { readonly warnings: readonly ({ readonly detail: string; readonly source?: { readonly pointer: string } | { readonly parameter: string } | { readonly header: string } })[] } };

export type ErrorDocument = { readonly errors: readonly ({ readonly status: number; readonly code?: string; readonly detail: string; readonly source?: { readonly pointer: string } | { readonly parameter: string } | { readonly header: string }; readonly meta?: Readonly<Record<string, unknown>> })[] };

export type UploadForm = { readonly file: Blob; readonly content_type?: string };

export type AssetDocument = { readonly data: Asset; readonly links: { readonly self: string }; readonly meta?: { readonly warnings: readonly ({ readonly detail: string; readonly source?: { readonly pointer: string } | { readonly parameter: string } | { readonly header: string } })[] } };

export type Asset = { readonly type: "supervisor_assets"; readonly id: string; readonly attributes: { readonly status: "pending" | "processing" | "processed" | "failed" | "blocked" | "expired"; readonly media_kind: "image" | "video" | "audio"; readonly submitted_at: string; readonly original_retained: boolean; readonly content_type: string; readonly byte_size: number; readonly width: number | null; readonly height: number | null; readonly duration: number | null; readonly processed_at: string | null; readonly error: { readonly code: string; readonly detail: string } | null; readonly position?: number; readonly analysis?: { readonly kind: "image"; readonly words: readonly (string)[]; readonly subject?: { readonly value: string; readonly confidence: number }; readonly time_of_day: { readonly value: string; readonly confidence: number }; readonly weather: { readonly value: string; readonly confidence: number }; readonly setting: { readonly value: string; readonly confidence: number }; readonly scenes: readonly ({ readonly value: string; readonly confidence: number })[]; readonly brightness: number; readonly brightness_spread: number; readonly contrast: number; readonly saturation: number; readonly colourfulness: number; readonly warmth: number; readonly edge_density: number; readonly texture: number; readonly symmetry: number; readonly skin_share: number; readonly flat_share?: number; readonly palette: readonly ({ readonly name: string; readonly hex: string; readonly share: number })[]; readonly valence: number; readonly arousal: number; readonly energy: number; readonly description?: { readonly model: string; readonly words: readonly (string)[]; readonly sentence?: string }; readonly note?: string } | { readonly kind: "video"; readonly words: readonly (string)[]; readonly subject?: { readonly value: string; readonly confidence: number }; readonly time_of_day: { readonly value: string; readonly confidence: number }; readonly weather: { readonly value: string; readonly confidence: number }; readonly setting: { readonly value: string; readonly confidence: number }; readonly scenes: readonly ({ readonly value: string; readonly confidence: number })[]; readonly brightness: number; readonly brightness_spread: number; readonly contrast: number; readonly saturation: number; readonly colourfulness: number; readonly warmth: number; readonly edge_density: number; readonly texture: number; readonly symmetry: number; readonly skin_share: number; readonly flat_share?: number; readonly palette: readonly ({ readonly name: string; readonly hex: string; readonly share: number })[]; readonly valence: number; readonly arousal: number; readonly energy: number; readonly description?: { readonly model: string; readonly words: readonly (string)[]; readonly sentence?: string }; readonly note?: string; readonly duration: number; readonly pace: number; readonly motion: number; readonly activity?: number; readonly camera: { readonly value: string; readonly confidence: number }; readonly cuts: number; readonly cuts_per_minute: number; readonly cut_times?: readonly (number)[]; readonly cut_curve: readonly (number)[]; readonly flicker: number; readonly brightness_curve: readonly (number)[]; readonly brightest?: { readonly at: number; readonly brightness: number }; readonly darkest?: { readonly at: number; readonly brightness: number }; readonly changes?: readonly ("dark to bright" | "bright to dark" | "night to day" | "day to night" | "empty to crowded" | "crowded to empty")[]; readonly warmth_curve: readonly (number)[]; readonly energy_curve: { readonly shape: "steady" | "builds" | "falls" | "peaks" | "varies"; readonly peak_at: number | null; readonly values: readonly (number)[] }; readonly sound: { readonly loudness: number | null; readonly silence_share: number; readonly speech_share: number; readonly music_bpm: number | null; readonly heard?: readonly ({ readonly value: "silence" | "speech" | "music" | "crowd" | "rain" | "wind" | "machinery" | "unsure"; readonly share: number })[]; readonly passages?: readonly ({ readonly value: "silence" | "speech" | "music" | "crowd" | "rain" | "wind" | "machinery" | "unsure"; readonly from: number; readonly to: number })[]; readonly loud?: readonly ({ readonly from: number; readonly to: number })[]; readonly quiet?: readonly ({ readonly from: number; readonly to: number })[]; readonly loudness_curve?: readonly (number)[] } | null } | { readonly kind: "audio"; readonly duration: number; readonly stated?: number; readonly loudness: number | null; readonly bpm: number | null; readonly key: string | null; readonly typical: { readonly start: number; readonly end: number } | null; readonly words: readonly (string)[] } }; readonly links: { readonly self: string } };

export type AssetList = { readonly data: readonly (Asset)[]; readonly links: { readonly self: string; readonly next: string | null } };

export type HitPointsDocument = { readonly data: { readonly type: "hit_points"; readonly id: string; readonly attributes: { readonly reason: "no_pulse" | "few_cuts" | "chance" | null; readonly cuts: number; readonly chance: number | null; readonly offsets: readonly ({ readonly offset: number; readonly score: number; readonly share: number; readonly energy: number | null; readonly hits: readonly ({ readonly cut: number; readonly downbeat: number })[] })[] } }; readonly links: { readonly self: string } };

export type AdminAssetList = { readonly data: readonly ({ readonly type: "assets"; readonly id: string; readonly attributes: { readonly key_id: string; readonly key_name: string; readonly status: "pending" | "processing" | "processed" | "failed" | "blocked" | "expired"; readonly media_kind: "image" | "video" | "audio"; readonly content_type: string; readonly byte_size: number; readonly width: number | null; readonly height: number | null; readonly duration: number | null; readonly original_retained: boolean; readonly submitted_at: string; readonly processed_at: string | null; readonly error: string | null; readonly lane: string | null; readonly position: number | null; readonly can_retry: boolean; readonly analysis?: { readonly kind: "image"; readonly words: readonly (string)[]; readonly subject?: { readonly value: string; readonly confidence: number }; readonly time_of_day: { readonly value: string; readonly confidence: number }; readonly weather: { readonly value: string; readonly confidence: number }; readonly setting: { readonly value: string; readonly confidence: number }; readonly scenes: readonly ({ readonly value: string; readonly confidence: number })[]; readonly brightness: number; readonly brightness_spread: number; readonly contrast: number; readonly saturation: number; readonly colourfulness: number; readonly warmth: number; readonly edge_density: number; readonly texture: number; readonly symmetry: number; readonly skin_share: number; readonly flat_share?: number; readonly palette: readonly ({ readonly name: string; readonly hex: string; readonly share: number })[]; readonly valence: number; readonly arousal: number; readonly energy: number; readonly description?: { readonly model: string; readonly words: readonly (string)[]; readonly sentence?: string }; readonly note?: string } | { readonly kind: "video"; readonly words: readonly (string)[]; readonly subject?: { readonly value: string; readonly confidence: number }; readonly time_of_day: { readonly value: string; readonly confidence: number }; readonly weather: { readonly value: string; readonly confidence: number }; readonly setting: { readonly value: string; readonly confidence: number }; readonly scenes: readonly ({ readonly value: string; readonly confidence: number })[]; readonly brightness: number; readonly brightness_spread: number; readonly contrast: number; readonly saturation: number; readonly colourfulness: number; readonly warmth: number; readonly edge_density: number; readonly texture: number; readonly symmetry: number; readonly skin_share: number; readonly flat_share?: number; readonly palette: readonly ({ readonly name: string; readonly hex: string; readonly share: number })[]; readonly valence: number; readonly arousal: number; readonly energy: number; readonly description?: { readonly model: string; readonly words: readonly (string)[]; readonly sentence?: string }; readonly note?: string; readonly duration: number; readonly pace: number; readonly motion: number; readonly activity?: number; readonly camera: { readonly value: string; readonly confidence: number }; readonly cuts: number; readonly cuts_per_minute: number; readonly cut_times?: readonly (number)[]; readonly cut_curve: readonly (number)[]; readonly flicker: number; readonly brightness_curve: readonly (number)[]; readonly brightest?: { readonly at: number; readonly brightness: number }; readonly darkest?: { readonly at: number; readonly brightness: number }; readonly changes?: readonly ("dark to bright" | "bright to dark" | "night to day" | "day to night" | "empty to crowded" | "crowded to empty")[]; readonly warmth_curve: readonly (number)[]; readonly energy_curve: { readonly shape: "steady" | "builds" | "falls" | "peaks" | "varies"; readonly peak_at: number | null; readonly values: readonly (number)[] }; readonly sound: { readonly loudness: number | null; readonly silence_share: number; readonly speech_share: number; readonly music_bpm: number | null; readonly heard?: readonly ({ readonly value: "silence" | "speech" | "music" | "crowd" | "rain" | "wind" | "machinery" | "unsure"; readonly share: number })[]; readonly passages?: readonly ({ readonly value: "silence" | "speech" | "music" | "crowd" | "rain" | "wind" | "machinery" | "unsure"; readonly from: number; readonly to: number })[]; readonly loud?: readonly ({ readonly from: number; readonly to: number })[]; readonly quiet?: readonly ({ readonly from: number; readonly to: number })[]; readonly loudness_curve?: readonly (number)[] } | null } | { readonly kind: "audio"; readonly duration: number; readonly stated?: number; readonly loudness: number | null; readonly bpm: number | null; readonly key: string | null; readonly typical: { readonly start: number; readonly end: number } | null; readonly words: readonly (string)[] } } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AdminAssetDocument = { readonly data: { readonly type: "assets"; readonly id: string; readonly attributes: { readonly key_id: string; readonly key_name: string; readonly status: "pending" | "processing" | "processed" | "failed" | "blocked" | "expired"; readonly media_kind: "image" | "video" | "audio"; readonly content_type: string; readonly byte_size: number; readonly width: number | null; readonly height: number | null; readonly duration: number | null; readonly original_retained: boolean; readonly submitted_at: string; readonly processed_at: string | null; readonly error: string | null; readonly lane: string | null; readonly position: number | null; readonly can_retry: boolean; readonly analysis?: { readonly kind: "image"; readonly words: readonly (string)[]; readonly subject?: { readonly value: string; readonly confidence: number }; readonly time_of_day: { readonly value: string; readonly confidence: number }; readonly weather: { readonly value: string; readonly confidence: number }; readonly setting: { readonly value: string; readonly confidence: number }; readonly scenes: readonly ({ readonly value: string; readonly confidence: number })[]; readonly brightness: number; readonly brightness_spread: number; readonly contrast: number; readonly saturation: number; readonly colourfulness: number; readonly warmth: number; readonly edge_density: number; readonly texture: number; readonly symmetry: number; readonly skin_share: number; readonly flat_share?: number; readonly palette: readonly ({ readonly name: string; readonly hex: string; readonly share: number })[]; readonly valence: number; readonly arousal: number; readonly energy: number; readonly description?: { readonly model: string; readonly words: readonly (string)[]; readonly sentence?: string }; readonly note?: string } | { readonly kind: "video"; readonly words: readonly (string)[]; readonly subject?: { readonly value: string; readonly confidence: number }; readonly time_of_day: { readonly value: string; readonly confidence: number }; readonly weather: { readonly value: string; readonly confidence: number }; readonly setting: { readonly value: string; readonly confidence: number }; readonly scenes: readonly ({ readonly value: string; readonly confidence: number })[]; readonly brightness: number; readonly brightness_spread: number; readonly contrast: number; readonly saturation: number; readonly colourfulness: number; readonly warmth: number; readonly edge_density: number; readonly texture: number; readonly symmetry: number; readonly skin_share: number; readonly flat_share?: number; readonly palette: readonly ({ readonly name: string; readonly hex: string; readonly share: number })[]; readonly valence: number; readonly arousal: number; readonly energy: number; readonly description?: { readonly model: string; readonly words: readonly (string)[]; readonly sentence?: string }; readonly note?: string; readonly duration: number; readonly pace: number; readonly motion: number; readonly activity?: number; readonly camera: { readonly value: string; readonly confidence: number }; readonly cuts: number; readonly cuts_per_minute: number; readonly cut_times?: readonly (number)[]; readonly cut_curve: readonly (number)[]; readonly flicker: number; readonly brightness_curve: readonly (number)[]; readonly brightest?: { readonly at: number; readonly brightness: number }; readonly darkest?: { readonly at: number; readonly brightness: number }; readonly changes?: readonly ("dark to bright" | "bright to dark" | "night to day" | "day to night" | "empty to crowded" | "crowded to empty")[]; readonly warmth_curve: readonly (number)[]; readonly energy_curve: { readonly shape: "steady" | "builds" | "falls" | "peaks" | "varies"; readonly peak_at: number | null; readonly values: readonly (number)[] }; readonly sound: { readonly loudness: number | null; readonly silence_share: number; readonly speech_share: number; readonly music_bpm: number | null; readonly heard?: readonly ({ readonly value: "silence" | "speech" | "music" | "crowd" | "rain" | "wind" | "machinery" | "unsure"; readonly share: number })[]; readonly passages?: readonly ({ readonly value: "silence" | "speech" | "music" | "crowd" | "rain" | "wind" | "machinery" | "unsure"; readonly from: number; readonly to: number })[]; readonly loud?: readonly ({ readonly from: number; readonly to: number })[]; readonly quiet?: readonly ({ readonly from: number; readonly to: number })[]; readonly loudness_curve?: readonly (number)[] } | null } | { readonly kind: "audio"; readonly duration: number; readonly stated?: number; readonly loudness: number | null; readonly bpm: number | null; readonly key: string | null; readonly typical: { readonly start: number; readonly end: number } | null; readonly words: readonly (string)[] } } } };

export type AdminBlocklist = { readonly data: readonly ({ readonly type: "blocked_digests"; readonly id: string; readonly attributes: { readonly kind: "pdq" | "short"; readonly reason: string; readonly is_removable: boolean } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type BlockDigestRequest = { readonly data: { readonly type: "blocked_digests"; readonly attributes: { readonly digest: string; readonly reason?: string } } };

export type BlockedDocument = { readonly data: { readonly type: "blockings"; readonly id: string; readonly attributes: { readonly digests: readonly (string)[]; readonly added: readonly (string)[] } } };

export type BlockFileForm = { readonly file: Blob };

export type SongList = { readonly data: readonly (Song)[]; readonly included: readonly (AudioFile | Artist)[]; readonly meta: { readonly total: number }; readonly links: { readonly self: string; readonly next: string | null } };

export type SongDocument = { readonly data: Song; readonly included: readonly (AudioFile | Artist)[] };

export type SongAudio = { readonly data: readonly ({ readonly type: "audio_files"; readonly id: string; readonly attributes: { readonly stem: boolean; readonly loudness: number | null } })[] };

export type SimilarSongs = { readonly data: readonly (SimilarSong)[]; readonly included: readonly (AudioFile | Artist)[]; readonly links: { readonly self: string } };

export type SimilarSong = { readonly type: "songs"; readonly id: string; readonly attributes: { readonly title: string; readonly description: string; readonly energy: "very_low" | "low" | "medium" | "high"; readonly explicit: boolean; readonly lyrics: string; readonly isrc: string | null; readonly released_at: number | null; readonly bpm: number | null; readonly key: { readonly name: string; readonly mode: string }; readonly tags: { readonly genre: readonly (string)[]; readonly mood: readonly (string)[]; readonly instrument: readonly (string)[]; readonly characteristic: readonly (string)[] }; readonly playlist_ids: readonly (number)[]; readonly stems: string | null; readonly has_vocal_version: boolean; readonly has_instrumental_version: boolean; readonly rights?: Rights }; readonly relationships: { readonly audio_files: { readonly data: readonly ({ readonly type: "audio_files"; readonly id: string })[] }; readonly artists: { readonly data: readonly ({ readonly type: "artists"; readonly id: string })[] } }; readonly links: { readonly self: string }; readonly meta: { readonly rank: number; readonly score: number; readonly reasons: readonly (string)[]; readonly reason_facts: readonly (ReasonFacts)[]; readonly sound: { readonly feel: number; readonly harmony: number; readonly rhythm: number; readonly instruments: number } | null } };

export type FacetList = { readonly data: readonly (Facet)[]; readonly meta: { readonly total: number }; readonly links: { readonly self: string } };

export type Facet = { readonly type: "facets"; readonly id: string; readonly attributes: { readonly values: readonly ({ readonly value: string; readonly count: number })[]; readonly more: number } };

export type PlaylistList = { readonly data: readonly (Playlist)[]; readonly meta: { readonly total: number }; readonly links: { readonly self: string; readonly next: string | null } };

export type Playlist = { readonly type: "playlists"; readonly id: string; readonly attributes: { readonly name: string; readonly public: boolean; readonly songs: number }; readonly links: { readonly self: string } };

export type PlaylistDocument = { readonly data: Playlist };

export type ArtistDocument = { readonly data: { readonly type: "artists"; readonly id: string; readonly attributes: { readonly name: string; readonly image: string | null }; readonly links: { readonly self: string } }; readonly meta: { readonly songs: number } };

export type SongFactsDocument = { readonly data: { readonly type: "song_facts"; readonly id: string; readonly attributes: { readonly bpm: { readonly value: number | null; readonly source: "given" | "measured" | "inferred" | null; readonly confidence: number | null }; readonly key: { readonly value: string; readonly source: "given" | "measured" | "inferred" | null; readonly confidence: number | null }; readonly energy: { readonly value: "very_low" | "low" | "medium" | "high"; readonly source: "given" | "measured" | "inferred" | null; readonly confidence: number | null }; readonly files: readonly ({ readonly id: string; readonly description: string; readonly stem: boolean; readonly vocals: "lead" | "background" | "none" | null; readonly duration: { readonly value: number | null; readonly source: "given" | "measured" | "inferred" | null }; readonly loudness: number | null; readonly sample_rate: number | null; readonly channels: number | null })[] }; readonly links: { readonly self: string } } };

export type CutDocument = { readonly data: { readonly type: "cuts"; readonly id: string; readonly attributes: { readonly source: "version" | "cut"; readonly audio_file: string; readonly length: number; readonly difference: string; readonly ending: "button" | "fade" | "natural" | null; readonly parts: readonly ({ readonly from: number; readonly to: number })[]; readonly joins: readonly ({ readonly at: number; readonly leave: number; readonly enter: number; readonly likeness: number | null })[]; readonly fade: number; readonly silence: number; readonly mp3: string; readonly wav: string | null } }; readonly links: { readonly self: string } };

export type AdminCatalogDocument = { readonly data: { readonly type: "catalogs"; readonly id: string; readonly attributes: { readonly generation: number | null; readonly version: string | null; readonly songs: number; readonly can_undo: boolean; readonly removed_songs: number; readonly run_id: string | null } } };

export type CatalogChangeList = { readonly data: readonly ({ readonly type: "catalog_changes"; readonly id: string; readonly attributes: { readonly at: string; readonly source: string; readonly subject: string; readonly added: number; readonly updated: number; readonly retired: number; readonly songs: number; readonly generation: number; readonly version: string } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type CatalogRunList = { readonly data: readonly ({ readonly type: "catalog_runs"; readonly id: string; readonly attributes: { readonly kind: "paths" | "upload" | "demonstration" | "undo" | "removal"; readonly names: readonly (string)[]; readonly state: "running" | "done" | "failed" | "cancelled" | "interrupted"; readonly dry_run: boolean; readonly replace: boolean; readonly started_by: string; readonly started_at: string; readonly finished_at: string | null; readonly progress: { readonly records: number; readonly rejected: number; readonly bytes_read: number; readonly bytes_total: number; readonly indexed: number | null; readonly songs_total: number | null } | null; readonly outcome: { readonly version: string | null; readonly counts: { readonly added: number; readonly updated: number; readonly unchanged: number; readonly retired: number; readonly rejected: number; readonly missing_media: number } | null; readonly warnings: readonly ({ readonly message: string; readonly count: number; readonly file: string; readonly line: number })[]; readonly remarks: readonly (string)[] } | null; readonly failure: string | null } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type CatalogRunRequest = { readonly data: { readonly type: "catalog_runs"; readonly attributes: { readonly kind: "paths" | "upload" | "demonstration" | "undo" | "removal"; readonly paths?: readonly (string)[]; readonly upload_id?: string; readonly song_ids?: readonly (string)[]; readonly dry_run?: boolean; readonly replace?: boolean; readonly retire_many?: boolean; readonly media?: "copy" | "link" | "in-place"; readonly families?: boolean } } };

export type CatalogRunDocument = { readonly data: { readonly type: "catalog_runs"; readonly id: string; readonly attributes: { readonly kind: "paths" | "upload" | "demonstration" | "undo" | "removal"; readonly names: readonly (string)[]; readonly state: "running" | "done" | "failed" | "cancelled" | "interrupted"; readonly dry_run: boolean; readonly replace: boolean; readonly started_by: string; readonly started_at: string; readonly finished_at: string | null; readonly progress: { readonly records: number; readonly rejected: number; readonly bytes_read: number; readonly bytes_total: number; readonly indexed: number | null; readonly songs_total: number | null } | null; readonly outcome: { readonly version: string | null; readonly counts: { readonly added: number; readonly updated: number; readonly unchanged: number; readonly retired: number; readonly rejected: number; readonly missing_media: number } | null; readonly warnings: readonly ({ readonly message: string; readonly count: number; readonly file: string; readonly line: number })[]; readonly remarks: readonly (string)[] } | null; readonly failure: string | null } } };

export type CatalogRejectList = { readonly data: readonly ({ readonly type: "catalog_rejects"; readonly id: string; readonly attributes: { readonly file: string; readonly line: number; readonly field: string; readonly reason: string } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type DumpUploadDocument = { readonly data: { readonly type: "dump_uploads"; readonly id: string; readonly attributes: { readonly name: string; readonly bytes: number } } };

export type RemovedSongList = { readonly data: readonly ({ readonly type: "removed_songs"; readonly id: string; readonly attributes: { readonly removed_at: string } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AccountDocument = { readonly data: { readonly type: "api_keys"; readonly id: string; readonly attributes: { readonly name: string; readonly mode: "live" | "test" | "trial"; readonly created_at: string; readonly expires_at: string | null; readonly token_valid_until: string | null; readonly access: { readonly supervisor: boolean; readonly images: boolean; readonly video: boolean; readonly audio?: true; readonly edits?: true }; readonly playlist_ids: readonly (number)[]; readonly rate: { readonly limit: number; readonly window_seconds: number; readonly remaining: number }; readonly quotas: { readonly images: { readonly limit: number; readonly used: number; readonly remaining: number; readonly free_at: string | null }; readonly video: { readonly limit: number; readonly used: number; readonly remaining: number; readonly free_at: string | null }; readonly audio?: { readonly limit: number; readonly used: number; readonly remaining: number; readonly free_at: string | null } } }; readonly links: { readonly self: string } } };

export type CatalogDocument = { readonly data: { readonly type: "catalogs"; readonly id: string; readonly attributes: { readonly version: string; readonly generation: number | null; readonly imported_at: string | null; readonly songs: number; readonly artists: number; readonly tags: { readonly genre: number; readonly mood: number; readonly instrument: number; readonly characteristic: number } }; readonly links: { readonly self: string } } };

export type PeaksDocument = { readonly duration: number; readonly peaks: readonly (number)[] };

export type StructureDocument = { readonly duration: number; readonly pulse: { readonly bpm: number; readonly beats_per_bar: number; readonly confidence: number } | null; readonly beats: readonly (number)[]; readonly downbeats: readonly (number)[]; readonly levels: readonly (number)[]; readonly closes: readonly (number)[]; readonly sections: readonly ({ readonly from: number; readonly to: number; readonly label: string; readonly energy: number })[]; readonly starts_at: number; readonly ends_at: number; readonly ending: "hard" | "fade" | "button" | "ring_out" | null; readonly loops: readonly ({ readonly from: number; readonly to: number; readonly likeness: number })[]; readonly edits: readonly ({ readonly leave: number; readonly enter: number; readonly likeness: number })[] };

export type WatermarkSearchDocument = { readonly data: { readonly type: "watermark_searches"; readonly id: string; readonly attributes: { readonly found: readonly ({ readonly recipient: string; readonly number: number; readonly kind: "share" | "key"; readonly key_id: string; readonly key_name: string | null; readonly share_id: string | null; readonly shortlist: string | null; readonly created_at: string; readonly state: "active" | "expired" | "revoked" | "replaced" | "forgotten"; readonly score: number; readonly false_accusation_rate: number; readonly from: number; readonly to: number })[]; readonly threshold: number | null; readonly best_score: number | null; readonly false_accusation_rate_max: number; readonly recipients: number; readonly correlations: number; readonly seconds: number } } };

export type AdminDeliveryList = { readonly data: readonly ({ readonly type: "deliveries"; readonly id: string; readonly attributes: { readonly status: "pending" | "delivered" | "failed"; readonly url: string; readonly search_id: string | null; readonly key_id: string | null; readonly attempts: number; readonly created_at: string; readonly finished_at: string | null; readonly last_outcome: string | null; readonly last_detail: string | null; readonly next_attempt_at: string | null; readonly log?: readonly ({ readonly number: number; readonly at: string; readonly duration_ms: number; readonly outcome: string; readonly status_code: number | null; readonly detail: string })[] } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AdminDeliveryDocument = { readonly data: { readonly type: "deliveries"; readonly id: string; readonly attributes: { readonly status: "pending" | "delivered" | "failed"; readonly url: string; readonly search_id: string | null; readonly key_id: string | null; readonly attempts: number; readonly created_at: string; readonly finished_at: string | null; readonly last_outcome: string | null; readonly last_detail: string | null; readonly next_attempt_at: string | null; readonly log?: readonly ({ readonly number: number; readonly at: string; readonly duration_ms: number; readonly outcome: string; readonly status_code: number | null; readonly detail: string })[] } } };

export type AdminReplayDocument = { readonly data: { readonly type: "replays"; readonly id: string; readonly attributes: { readonly result: "sent_again" | "hastened" | "under_way" } } };

export type TestWebhookRequest = { readonly data: { readonly type: "test_webhooks"; readonly attributes: { readonly url: string } } };

export type TestWebhookDocument = { readonly data: { readonly type: "test_webhooks"; readonly id: string; readonly attributes: { readonly url: string; readonly outcome: string; readonly status_code: number | null; readonly detail: string; readonly duration_ms: number; readonly sent_at: string } } };

export type Alive = { readonly meta: { readonly status: "alive"; readonly version: string } };

export type Readiness = { readonly meta: { readonly status: "ready" | "not ready"; readonly checks: readonly ({ readonly name: string; readonly ok: boolean; readonly detail: string })[] } };

export type AdminLogList = { readonly data: readonly ({ readonly type: "log_lines"; readonly id: string; readonly attributes: { readonly at: string; readonly level: "debug" | "info" | "warn" | "error"; readonly message: string; readonly fields: Readonly<Record<string, unknown>> } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AdminSettingList = { readonly data: readonly ({ readonly type: "settings"; readonly id: string; readonly attributes: { readonly value: string; readonly source: "option" | "environment" | "file" | "default" } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AdminStorageDocument = { readonly data: { readonly type: "storage"; readonly id: string; readonly attributes: { readonly data_folder: string; readonly database_bytes: number; readonly catalog_bytes: number; readonly disk_free_bytes: number; readonly disk_total_bytes: number } } };

export type SessionDocument = { readonly data: { readonly type: "sessions"; readonly id: "current"; readonly attributes: { readonly user: { readonly name: string; readonly role: "supervisor" | "admin" } | null; readonly csrf_token: string | null; readonly expires_at: string | null; readonly has_users: boolean } } };

export type SessionRequest = { readonly data: { readonly type: "sessions"; readonly attributes: { readonly name: string; readonly password: string } | { readonly admin_token: string } } };

export type AdminUserList = { readonly data: readonly ({ readonly type: "users"; readonly id: string; readonly attributes: { readonly name: string; readonly role: "supervisor" | "admin"; readonly key_id: string; readonly created_at: string; readonly password?: string } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type NewUserRequest = { readonly data: { readonly type: "users"; readonly attributes: { readonly name: string; readonly role: "supervisor" | "admin"; readonly password?: string } } };

export type AdminUserDocument = { readonly data: { readonly type: "users"; readonly id: string; readonly attributes: { readonly name: string; readonly role: "supervisor" | "admin"; readonly key_id: string; readonly created_at: string; readonly password?: string } } };

export type UserPasswordRequest = { readonly data: { readonly type: "users"; readonly attributes: { readonly password?: string } } };

export type CueSheetDocument = { readonly data: { readonly type: "cue_sheets"; readonly id: string; readonly attributes: { readonly title: string; readonly format: "cmx3600" | "fcpxml" | "otio"; readonly frame_rate: { readonly fps: string; readonly drop_frame: boolean }; readonly cues: readonly ({ readonly number: number; readonly song_id: string; readonly title: string; readonly version: string; readonly artists: readonly (string)[]; readonly isrc: string | null; readonly rights: Rights | null; readonly usage: string | null; readonly in: string; readonly out: string; readonly duration: string; readonly seconds: number; readonly tracks: readonly (string)[]; readonly clip: string; readonly matched_by: "song_id" | "file_id" | "isrc" | "file_name" | "title"; readonly missing: readonly (string)[]; readonly notes: readonly (string)[] })[]; readonly unmatched: readonly ({ readonly clip: string; readonly in: string; readonly out: string; readonly duration: string; readonly seconds: number; readonly track: string; readonly with_picture: boolean; readonly candidates: readonly (string)[] })[]; readonly notes: readonly (string)[] } } };

export type ShortlistList = { readonly data: readonly (Shortlist)[]; readonly links: { readonly self: string; readonly next: string | null } };

export type Shortlist = { readonly type: "shortlists"; readonly id: string; readonly attributes: { readonly name: string; readonly note: string; readonly entries: number; readonly created_at: string; readonly updated_at: string }; readonly links: { readonly self: string } };

export type NewShortlist = { readonly data: { readonly type: "shortlists"; readonly attributes: { readonly name: string; readonly note?: string } } };

export type ShortlistDocument = { readonly data: Shortlist };

export type ChangedShortlist = { readonly data: { readonly type: "shortlists"; readonly attributes: { readonly name?: string; readonly note?: string } } };

export type ShortlistEntries = { readonly data: readonly (ShortlistEntry)[]; readonly included: readonly (Song | AudioFile | Artist)[]; readonly links: { readonly self: string } };

export type ShortlistEntry = { readonly type: "shortlist_entries"; readonly id: string; readonly attributes: { readonly position: number; readonly song_id: string; readonly title: string; readonly artists: readonly (string)[]; readonly note: string; readonly rating: number; readonly audio_file_id: string | null; readonly asset_id: string | null; readonly offset_seconds: number | null; readonly availability: "available" | "retired" | "removed"; readonly added_at: string }; readonly relationships: { readonly song: { readonly data: { readonly type: "songs"; readonly id: string } | null } } };

export type NewShortlistEntry = { readonly data: { readonly type: "shortlist_entries"; readonly attributes: { readonly song_id: string; readonly position?: number; readonly note?: string; readonly rating?: number; readonly audio_file_id?: string | null; readonly asset_id?: string | null; readonly offset_seconds?: number | null } } };

export type ShortlistEntryDocument = { readonly data: ShortlistEntry; readonly included: readonly (Song | AudioFile | Artist)[] };

export type ChangedShortlistEntry = { readonly data: { readonly type: "shortlist_entries"; readonly attributes: { readonly position?: number; readonly note?: string; readonly rating?: number; readonly audio_file_id?: string | null; readonly asset_id?: string | null; readonly offset_seconds?: number | null } } };

export type ShortlistExport = { readonly shortlist: { readonly id: string; readonly name: string; readonly note: string; readonly exported_at: string }; readonly entries: readonly ({ readonly position: number; readonly song_id: string; readonly title: string; readonly artists: readonly (string)[]; readonly rating: number; readonly note: string; readonly audio_file_id: string | null; readonly asset_id: string | null; readonly offset_seconds: number | null; readonly availability: "available" | "retired" | "removed"; readonly version: string; readonly duration: number | null; readonly bpm: number | null; readonly key: string; readonly isrc: string | null; readonly rights?: Rights; readonly mp3: string | null; readonly wav: string | null })[] };

export type ShortlistShares = { readonly data: readonly (ShortlistShare)[]; readonly links: { readonly self: string } };

export type ShortlistShare = { readonly type: "shortlist_shares"; readonly id: string; readonly attributes: { readonly recipient: string; readonly with_notes: boolean; readonly imprint: boolean; readonly state: "active" | "expired" | "revoked"; readonly url: string | null; readonly created_at: string; readonly expires_at: string; readonly revoked_at: string | null; readonly opens: number; readonly last_opened_at: string | null } };

export type NewShortlistShare = { readonly data: { readonly type: "shortlist_shares"; readonly attributes: { readonly recipient: string; readonly days: number; readonly with_notes?: boolean; readonly imprint?: boolean } } };

export type ShortlistShareDocument = { readonly data: ShortlistShare };

export type AdminUsageList = { readonly data: readonly ({ readonly type: "usage"; readonly id: string; readonly attributes: { readonly period: string; readonly key_id: string; readonly key_name: string; readonly tier: "text" | "image" | "video" | "audio" | "cached"; readonly billed: boolean; readonly count: number } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AdminAuditList = { readonly data: readonly ({ readonly type: "audit_entries"; readonly id: string; readonly attributes: { readonly at: string; readonly actor: string; readonly actor_name: string; readonly action: string; readonly objects: Readonly<Record<string, unknown>>; readonly outcome: string; readonly request: string | null } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AdminLaneList = { readonly data: readonly ({ readonly type: "lanes"; readonly id: string; readonly attributes: { readonly waiting: number; readonly scheduled: number; readonly running: number; readonly failed: number; readonly oldest_wait_ms: number; readonly work_ms: number } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AdminJobList = { readonly data: readonly ({ readonly type: "jobs"; readonly id: string; readonly attributes: { readonly kind: string; readonly lane: string; readonly state: "ready" | "running" | "done" | "failed" | "cancelled"; readonly attempts: number; readonly run_at: string; readonly key_id: string | null; readonly error: string | null; readonly created_at: string; readonly finished_at: string | null } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type AdminJobDocument = { readonly data: { readonly type: "jobs"; readonly id: string; readonly attributes: { readonly kind: string; readonly lane: string; readonly state: "ready" | "running" | "done" | "failed" | "cancelled"; readonly attempts: number; readonly run_at: string; readonly key_id: string | null; readonly error: string | null; readonly created_at: string; readonly finished_at: string | null } } };

export type AdminKeyList = { readonly data: readonly ({ readonly type: "api_keys"; readonly id: string; readonly attributes: { readonly name: string; readonly mode: "live" | "test" | "trial"; readonly supervisor: boolean; readonly images: boolean; readonly video: boolean; readonly audio: boolean; readonly edits: boolean; readonly recipient: string | null; readonly rate: number; readonly image_quota: number; readonly video_quota: number; readonly audio_quota: number; readonly playlist_ids: readonly (number)[]; readonly expires_at: string | null; readonly state: "active" | "expired" | "revoked"; readonly images_left: number; readonly video_left: number; readonly audio_left: number; readonly created_at: string; readonly revoked_at: string | null; readonly last_used_at: string | null; readonly previous_token_until: string | null; readonly previous_secret_until: string | null; readonly token?: string; readonly webhook_secret?: string } })[]; readonly links: { readonly self: string; readonly next?: string } };

export type NewKeyRequest = { readonly data: { readonly type: "api_keys"; readonly attributes: { readonly name: string; readonly mode?: "live" | "test" | "trial"; readonly supervisor?: boolean; readonly images?: boolean; readonly video?: boolean; readonly audio?: boolean; readonly edits?: boolean; readonly recipient?: string | null; readonly rate?: number; readonly image_quota?: number; readonly video_quota?: number; readonly audio_quota?: number; readonly playlist_ids?: readonly (number)[]; readonly expires_at?: string | null } } };

export type AdminKeyDocument = { readonly data: { readonly type: "api_keys"; readonly id: string; readonly attributes: { readonly name: string; readonly mode: "live" | "test" | "trial"; readonly supervisor: boolean; readonly images: boolean; readonly video: boolean; readonly audio: boolean; readonly edits: boolean; readonly recipient: string | null; readonly rate: number; readonly image_quota: number; readonly video_quota: number; readonly audio_quota: number; readonly playlist_ids: readonly (number)[]; readonly expires_at: string | null; readonly state: "active" | "expired" | "revoked"; readonly images_left: number; readonly video_left: number; readonly audio_left: number; readonly created_at: string; readonly revoked_at: string | null; readonly last_used_at: string | null; readonly previous_token_until: string | null; readonly previous_secret_until: string | null; readonly token?: string; readonly webhook_secret?: string } } };

export type KeyChangeRequest = { readonly data: { readonly type: "api_keys"; readonly attributes: { readonly name?: string; readonly mode?: "live" | "test" | "trial"; readonly supervisor?: boolean; readonly images?: boolean; readonly video?: boolean; readonly audio?: boolean; readonly edits?: boolean; readonly recipient?: string | null; readonly rate?: number; readonly image_quota?: number; readonly video_quota?: number; readonly audio_quota?: number; readonly playlist_ids?: readonly (number)[]; readonly expires_at?: string | null } } };

export type KeyRotationRequest = { readonly data: { readonly type: "key_rotations"; readonly attributes: { readonly token: boolean; readonly webhook_secret: boolean; readonly overlap_seconds: number } } };

export type BackupScheduleDocument = { readonly data: { readonly type: "backup_schedules"; readonly id: string; readonly attributes: { readonly folder: string | null; readonly every_hours: number | null; readonly keep: number | null; readonly with_media: boolean; readonly running_since: string | null; readonly failure: string | null } } };

export type AdminBackupList = { readonly data: readonly ({ readonly type: "backups"; readonly id: string; readonly attributes: { readonly created_at: string; readonly bytes: number } })[]; readonly links: { readonly self: string; readonly next?: string } };

/** No parameters. */
export type Nothing = Readonly<Record<string, never>>;

/** Parameters, body and answers of every operation, by its name. */
export interface Operations {
  /** Submit a search. */
  readonly submitSearch: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: SearchRequest;
    readonly answers: { readonly 200: SearchResult; readonly 202: AcceptedSearch };
  };
  /** Read the result of a search. */
  readonly readSearch: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: SearchResult };
  };
  /** Follow a search that is processing, as server-sent events. */
  readonly followSearch: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: null };
  };
  /** Upload an image, a video or an audio file. */
  readonly uploadAsset: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: UploadForm;
    readonly answers: { readonly 202: AssetDocument };
  };
  /** List the key's assets. */
  readonly listAssets: {
    readonly path: Nothing;
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AssetList };
  };
  /** Read an asset and its analysis. */
  readonly readAsset: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AssetDocument };
  };
  /** Delete an asset. */
  readonly deleteAsset: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** Find where an audio file can begin in a film. */
  readonly readHitPoints: {
    readonly path: { readonly id: string };
    readonly query: { readonly asset_id: string; readonly wait?: number };
    readonly body: undefined;
    readonly answers: { readonly 200: HitPointsDocument };
  };
  /** Find where a song's first full version can begin in a film. */
  readonly readSongHitPoints: {
    readonly path: { readonly id: string };
    readonly query: { readonly asset_id: string; readonly wait?: number };
    readonly body: undefined;
    readonly answers: { readonly 200: HitPointsDocument };
  };
  /** List the uploads of all keys. */
  readonly adminListAssets: {
    readonly path: Nothing;
    readonly query: { readonly "filter[key]"?: string; readonly "filter[kind]"?: "image" | "video" | "audio"; readonly "filter[status]"?: "pending" | "processing" | "processed" | "failed" | "blocked" | "expired"; readonly "filter[from]"?: string; readonly "filter[to]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminAssetList };
  };
  /** Read an upload and what was seen in it. */
  readonly adminReadAsset: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminAssetDocument };
  };
  /** Delete an upload. */
  readonly adminDeleteAsset: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** Analyse an upload again. */
  readonly adminAnalyseAsset: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 202: AdminAssetDocument };
  };
  /** List the blocked digests. */
  readonly adminListBlocked: {
    readonly path: Nothing;
    readonly query: { readonly "filter[text]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminBlocklist };
  };
  /** Block a digest. */
  readonly adminBlockDigest: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: BlockDigestRequest;
    readonly answers: { readonly 201: BlockedDocument };
  };
  /** Block a picture or a film. */
  readonly adminBlockFile: {
    readonly path: Nothing;
    readonly query: { readonly reason?: string };
    readonly body: BlockFileForm;
    readonly answers: { readonly 201: BlockedDocument };
  };
  /** Remove a digest from the blocklist. */
  readonly adminUnblockDigest: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** List songs. */
  readonly listSongs: {
    readonly path: Nothing;
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string; readonly "page[offset]"?: number; readonly sort?: "title" | "-title" | "released_at" | "-released_at" | "bpm" | "-bpm" | "duration" | "-duration" | "energy" | "-energy"; readonly "filter[genre]"?: string; readonly "filter[mood]"?: string; readonly "filter[instrument]"?: string; readonly "filter[characteristic]"?: string; readonly "filter[energy]"?: string; readonly "filter[bpm]"?: string; readonly "filter[key]"?: string; readonly "filter[artist]"?: string; readonly "filter[instrumental]"?: string; readonly "filter[explicit]"?: string; readonly "filter[one_stop]"?: string; readonly "filter[clearance]"?: string; readonly "filter[territory]"?: string; readonly "filter[samples]"?: string; readonly "filter[ai]"?: string; readonly "filter[exclusive]"?: string; readonly "filter[fee_class]"?: string; readonly "filter[harmonic]"?: string; readonly "filter[duration]"?: string; readonly "filter[released]"?: string; readonly "filter[year]"?: string; readonly "filter[vocals]"?: string; readonly "filter[title]"?: string; readonly "filter[isrc]"?: string; readonly "filter[playlist]"?: string; readonly "filter[id]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: SongList };
  };
  /** Read a song. */
  readonly readSong: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: SongDocument };
  };
  /** Read which files of a song are stems, and how loud they are. */
  readonly readSongAudio: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: SongAudio };
  };
  /** List similar songs. */
  readonly listSimilarSongs: {
    readonly path: { readonly id: string };
    readonly query: { readonly "page[size]"?: number; readonly "weight[feel]"?: number; readonly "weight[harmony]"?: number; readonly "weight[rhythm]"?: number; readonly "weight[instruments]"?: number; readonly "filter[genre]"?: string; readonly "filter[mood]"?: string; readonly "filter[instrument]"?: string; readonly "filter[characteristic]"?: string; readonly "filter[energy]"?: string; readonly "filter[bpm]"?: string; readonly "filter[key]"?: string; readonly "filter[artist]"?: string; readonly "filter[instrumental]"?: string; readonly "filter[explicit]"?: string; readonly "filter[one_stop]"?: string; readonly "filter[clearance]"?: string; readonly "filter[territory]"?: string; readonly "filter[samples]"?: string; readonly "filter[ai]"?: string; readonly "filter[exclusive]"?: string; readonly "filter[fee_class]"?: string; readonly "filter[harmonic]"?: string; readonly "filter[duration]"?: string; readonly "filter[released]"?: string; readonly "filter[year]"?: string; readonly "filter[vocals]"?: string; readonly "filter[title]"?: string; readonly "filter[isrc]"?: string; readonly "filter[playlist]"?: string; readonly "filter[id]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: SimilarSongs };
  };
  /** Count songs by facet. */
  readonly listFacets: {
    readonly path: Nothing;
    readonly query: { readonly "filter[genre]"?: string; readonly "filter[mood]"?: string; readonly "filter[instrument]"?: string; readonly "filter[characteristic]"?: string; readonly "filter[energy]"?: string; readonly "filter[bpm]"?: string; readonly "filter[key]"?: string; readonly "filter[artist]"?: string; readonly "filter[instrumental]"?: string; readonly "filter[explicit]"?: string; readonly "filter[one_stop]"?: string; readonly "filter[clearance]"?: string; readonly "filter[territory]"?: string; readonly "filter[samples]"?: string; readonly "filter[ai]"?: string; readonly "filter[exclusive]"?: string; readonly "filter[fee_class]"?: string; readonly "filter[harmonic]"?: string; readonly "filter[duration]"?: string; readonly "filter[released]"?: string; readonly "filter[year]"?: string; readonly "filter[vocals]"?: string; readonly "filter[title]"?: string; readonly "filter[isrc]"?: string; readonly "filter[playlist]"?: string; readonly "filter[id]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: FacetList };
  };
  /** List playlists. */
  readonly listPlaylists: {
    readonly path: Nothing;
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: PlaylistList };
  };
  /** Read a playlist. */
  readonly readPlaylist: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: PlaylistDocument };
  };
  /** Read an artist. */
  readonly readArtist: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: ArtistDocument };
  };
  /** Read where the values of a song come from. */
  readonly readSongFacts: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: SongFactsDocument };
  };
  /** Fit a song to a length. */
  readonly readSongCut: {
    readonly path: { readonly id: string };
    readonly query: { readonly length: number; readonly ending?: "button" | "fade" | "natural" };
    readonly body: undefined;
    readonly answers: { readonly 200: CutDocument };
  };
  /** Read the state of the catalog. */
  readonly adminReadCatalog: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminCatalogDocument };
  };
  /** List changes of the catalog. */
  readonly adminListCatalogChanges: {
    readonly path: Nothing;
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: CatalogChangeList };
  };
  /** List runs: imports and other changes that administrators started. */
  readonly adminListCatalogRuns: {
    readonly path: Nothing;
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: CatalogRunList };
  };
  /** Import a catalog, go back to the former one, or take songs down. */
  readonly adminStartCatalogRun: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: CatalogRunRequest;
    readonly answers: { readonly 202: CatalogRunDocument };
  };
  /** Read a run: its progress, and its outcome at the end. */
  readonly adminReadCatalogRun: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: CatalogRunDocument };
  };
  /** Cancel a run. */
  readonly adminCancelCatalogRun: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 202: CatalogRunDocument };
  };
  /** List what an import rejected, missed or grouped. */
  readonly adminListCatalogRejects: {
    readonly path: { readonly id: string };
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: CatalogRejectList };
  };
  /** Upload a dump. */
  readonly adminUploadDump: {
    readonly path: Nothing;
    readonly query: { readonly name: string };
    readonly body: Blob;
    readonly answers: { readonly 201: DumpUploadDocument };
  };
  /** List songs that were taken down. */
  readonly adminListRemovedSongs: {
    readonly path: Nothing;
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: RemovedSongList };
  };
  /** Let imports bring a song back. */
  readonly adminRestoreSong: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** Read access, rate and quotas of the key. */
  readonly readAccount: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AccountDocument };
  };
  /** Read catalog statistics. */
  readonly readCatalog: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: CatalogDocument };
  };
  /** Read the waveform of an audio file. */
  readonly readPeaks: {
    readonly path: { readonly id: string };
    readonly query: { readonly wait?: number };
    readonly body: undefined;
    readonly answers: { readonly 200: PeaksDocument };
  };
  /** Read the waveform of a song's first full version. */
  readonly readSongPeaks: {
    readonly path: { readonly id: string };
    readonly query: { readonly wait?: number };
    readonly body: undefined;
    readonly answers: { readonly 200: PeaksDocument };
  };
  /** Read the structure of an audio file. */
  readonly readStructure: {
    readonly path: { readonly id: string };
    readonly query: { readonly wait?: number };
    readonly body: undefined;
    readonly answers: { readonly 200: StructureDocument };
  };
  /** Read the structure of a song's first full version. */
  readonly readSongStructure: {
    readonly path: { readonly id: string };
    readonly query: { readonly wait?: number };
    readonly body: undefined;
    readonly answers: { readonly 200: StructureDocument };
  };
  /** Find whose watermarked file a recording was copied from. */
  readonly adminIdentifyWatermark: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: Blob;
    readonly answers: { readonly 200: WatermarkSearchDocument };
  };
  /** List webhooks. */
  readonly adminListDeliveries: {
    readonly path: Nothing;
    readonly query: { readonly "filter[status]"?: "pending" | "delivered" | "failed"; readonly "filter[key]"?: string; readonly "filter[from]"?: string; readonly "filter[to]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminDeliveryList };
  };
  /** Read a webhook with the log of its attempts. */
  readonly adminReadDelivery: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminDeliveryDocument };
  };
  /** Read the body that a webhook sends. */
  readonly adminReadDeliveryBody: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: SearchResult };
  };
  /** Send a webhook again. */
  readonly adminReplayDelivery: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 202: AdminReplayDocument };
  };
  /** Send a test webhook. */
  readonly adminTestWebhook: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: TestWebhookRequest;
    readonly answers: { readonly 200: TestWebhookDocument };
  };
  /** Check whether the process responds. */
  readonly readHealth: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: Alive };
  };
  /** Check whether the service accepts work. */
  readonly readReadiness: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: Readiness };
  };
  /** List the newest lines of the server's log. */
  readonly adminListLog: {
    readonly path: Nothing;
    readonly query: { readonly "filter[level]"?: "debug" | "info" | "warn" | "error"; readonly "filter[about]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminLogList };
  };
  /** Follow the server's log, as server-sent events. */
  readonly adminFollowLog: {
    readonly path: Nothing;
    readonly query: { readonly "filter[level]"?: "debug" | "info" | "warn" | "error"; readonly "filter[about]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: null };
  };
  /** List the settings in force. */
  readonly adminListSettings: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminSettingList };
  };
  /** Read what the data folder takes of the disk. */
  readonly adminReadStorage: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminStorageDocument };
  };
  /** Read the session of the caller's cookie. */
  readonly readSession: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: SessionDocument };
  };
  /** Sign in with a name and a password, or with the admin token. */
  readonly signIn: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: SessionRequest;
    readonly answers: { readonly 200: SessionDocument };
  };
  /** Sign out. */
  readonly signOut: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** List the people who can sign in. */
  readonly adminListUsers: {
    readonly path: Nothing;
    readonly query: { readonly "filter[role]"?: "supervisor" | "admin"; readonly "filter[name]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminUserList };
  };
  /** Add a person who can sign in. */
  readonly adminAddUser: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: NewUserRequest;
    readonly answers: { readonly 201: AdminUserDocument };
  };
  /** Remove a person. */
  readonly adminRemoveUser: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** Give a person a new password. */
  readonly adminSetPassword: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: UserPasswordRequest;
    readonly answers: { readonly 200: AdminUserDocument };
  };
  /** Make a cue sheet of an edit list. */
  readonly makeCueSheet: {
    readonly path: Nothing;
    readonly query: { readonly fps?: "23.976" | "24" | "25" | "29.97" | "30" | "47.952" | "48" | "50" | "59.94" | "60" | "29.97df" | "59.94df"; readonly usage?: string };
    readonly body: Blob;
    readonly answers: { readonly 200: CueSheetDocument };
  };
  /** List the key's shortlists. */
  readonly listShortlists: {
    readonly path: Nothing;
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: ShortlistList };
  };
  /** Begin a shortlist. */
  readonly createShortlist: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: NewShortlist;
    readonly answers: { readonly 201: ShortlistDocument };
  };
  /** Read a shortlist. */
  readonly readShortlist: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: ShortlistDocument };
  };
  /** Change name or note of a shortlist. */
  readonly changeShortlist: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: ChangedShortlist;
    readonly answers: { readonly 200: ShortlistDocument };
  };
  /** Delete a shortlist with its entries. */
  readonly deleteShortlist: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** Read all entries of a shortlist, with their songs. */
  readonly listShortlistEntries: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: ShortlistEntries };
  };
  /** Add a song to a shortlist. */
  readonly addShortlistEntry: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: NewShortlistEntry;
    readonly answers: { readonly 200: ShortlistEntryDocument; readonly 201: ShortlistEntryDocument };
  };
  /** Move, rate or annotate an entry, or choose its version. */
  readonly changeShortlistEntry: {
    readonly path: { readonly id: string; readonly entry: string };
    readonly query: Nothing;
    readonly body: ChangedShortlistEntry;
    readonly answers: { readonly 200: ShortlistEntryDocument };
  };
  /** Remove an entry from a shortlist. */
  readonly removeShortlistEntry: {
    readonly path: { readonly id: string; readonly entry: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** A shortlist as JSON. */
  readonly exportShortlistAsJson: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: ShortlistExport };
  };
  /** List the shared links of a shortlist. */
  readonly listShortlistShares: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: ShortlistShares };
  };
  /** Make a link with which somebody without an account hears a shortlist. */
  readonly shareShortlist: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: NewShortlistShare;
    readonly answers: { readonly 201: ShortlistShareDocument };
  };
  /** Revoke a shared link. */
  readonly revokeShortlistShare: {
    readonly path: { readonly id: string; readonly share: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 204: null };
  };
  /** Count searches by month, key and tier. */
  readonly adminListUsage: {
    readonly path: Nothing;
    readonly query: { readonly "filter[key]"?: string; readonly "filter[from]"?: string; readonly "filter[to]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminUsageList };
  };
  /** List who did what and when. */
  readonly adminListAudit: {
    readonly path: Nothing;
    readonly query: { readonly "filter[key]"?: string; readonly "filter[from]"?: string; readonly "filter[to]"?: string; readonly "filter[action]"?: "key.created" | "key.changed" | "key.rotated" | "key.revoked" | "delivery.replayed" | "webhook.tested" | "job.retried" | "job.cancelled" | "upload.accepted" | "upload.refused" | "asset.opened" | "asset.analysed_again" | "asset.deleted" | "asset.expired" | "search.submitted" | "result.opened" | "media.opened" | "catalog.imported" | "catalog.undone" | "catalog.cancelled" | "dump.uploaded" | "songs.removed" | "songs.restored" | "blocklist.added" | "blocklist.removed" | "backup.requested" | "backup.downloaded" | "backup.written" | "backup.restored" | "store.claimed" | "database.copied" | "user.added" | "user.removed" | "user.password" | "user.signed_in" | "user.signed_out" | "user.refused" | "shortlist.created" | "shortlist.changed" | "shortlist.deleted" | "shortlist.exported" | "share.created" | "share.revoked" | "share.opened" | "watermark.identified" | "audit.exported" | "audit.pruned" | "audit.gap"; readonly "filter[actor]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminAuditList };
  };
  /** List the lanes of the job queue. */
  readonly adminListLanes: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminLaneList };
  };
  /** List jobs in one state. */
  readonly adminListJobs: {
    readonly path: Nothing;
    readonly query: { readonly "filter[state]"?: "ready" | "running" | "done" | "failed" | "cancelled"; readonly "filter[lane]"?: string; readonly "filter[key]"?: string; readonly "filter[from]"?: string; readonly "filter[to]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminJobList };
  };
  /** Run a job now. */
  readonly adminRetryJob: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 202: AdminJobDocument };
  };
  /** Cancel a waiting or running job. */
  readonly adminCancelJob: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminJobDocument };
  };
  /** List API keys. */
  readonly adminListKeys: {
    readonly path: Nothing;
    readonly query: { readonly "filter[state]"?: "active" | "expired" | "revoked"; readonly "filter[mode]"?: "live" | "test" | "trial"; readonly "filter[name]"?: string; readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminKeyList };
  };
  /** Create an API key. */
  readonly adminCreateKey: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: NewKeyRequest;
    readonly answers: { readonly 201: AdminKeyDocument };
  };
  /** Read an API key. */
  readonly adminReadKey: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminKeyDocument };
  };
  /** Change an API key. */
  readonly adminChangeKey: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: KeyChangeRequest;
    readonly answers: { readonly 200: AdminKeyDocument };
  };
  /** Revoke an API key. */
  readonly adminRevokeKey: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: AdminKeyDocument };
  };
  /** Replace the token or the webhook secret of an API key. */
  readonly adminRotateKey: {
    readonly path: { readonly id: string };
    readonly query: Nothing;
    readonly body: KeyRotationRequest;
    readonly answers: { readonly 200: AdminKeyDocument };
  };
  /** Read when and where backups are made. */
  readonly adminReadBackupSchedule: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 200: BackupScheduleDocument };
  };
  /** List the backups in the folder of backups. */
  readonly adminListBackups: {
    readonly path: Nothing;
    readonly query: { readonly "page[size]"?: number; readonly "page[cursor]"?: string };
    readonly body: undefined;
    readonly answers: { readonly 200: AdminBackupList };
  };
  /** Make a backup now. */
  readonly adminMakeBackup: {
    readonly path: Nothing;
    readonly query: Nothing;
    readonly body: undefined;
    readonly answers: { readonly 202: BackupScheduleDocument };
  };
}

/** How to send each operation. */
export const OPERATIONS = {
  submitSearch: { method: "POST", path: "/v1/supervisor/search", body: "application/vnd.api+json" },
  readSearch: { method: "GET", path: "/v1/supervisor/search/{id}", body: null },
  followSearch: { method: "GET", path: "/v1/supervisor/search/{id}/events", body: null },
  uploadAsset: { method: "POST", path: "/v1/supervisor/assets", body: "multipart/form-data" },
  listAssets: { method: "GET", path: "/v1/supervisor/assets", body: null },
  readAsset: { method: "GET", path: "/v1/supervisor/assets/{id}", body: null },
  deleteAsset: { method: "DELETE", path: "/v1/supervisor/assets/{id}", body: null },
  readHitPoints: { method: "GET", path: "/v1/audio_files/{id}/hit-points", body: null },
  readSongHitPoints: { method: "GET", path: "/v1/songs/{id}/hit-points", body: null },
  adminListAssets: { method: "GET", path: "/v1/admin/assets", body: null },
  adminReadAsset: { method: "GET", path: "/v1/admin/assets/{id}", body: null },
  adminDeleteAsset: { method: "DELETE", path: "/v1/admin/assets/{id}", body: null },
  adminAnalyseAsset: { method: "POST", path: "/v1/admin/assets/{id}/analysis", body: null },
  adminListBlocked: { method: "GET", path: "/v1/admin/blocklist", body: null },
  adminBlockDigest: { method: "POST", path: "/v1/admin/blocklist", body: "application/vnd.api+json" },
  adminBlockFile: { method: "POST", path: "/v1/admin/blocklist/files", body: "multipart/form-data" },
  adminUnblockDigest: { method: "DELETE", path: "/v1/admin/blocklist/{id}", body: null },
  listSongs: { method: "GET", path: "/v1/songs", body: null },
  readSong: { method: "GET", path: "/v1/songs/{id}", body: null },
  readSongAudio: { method: "GET", path: "/v1/songs/{id}/audio", body: null },
  listSimilarSongs: { method: "GET", path: "/v1/songs/{id}/similar", body: null },
  listFacets: { method: "GET", path: "/v1/facets", body: null },
  listPlaylists: { method: "GET", path: "/v1/playlists", body: null },
  readPlaylist: { method: "GET", path: "/v1/playlists/{id}", body: null },
  readArtist: { method: "GET", path: "/v1/artists/{id}", body: null },
  readSongFacts: { method: "GET", path: "/v1/songs/{id}/facts", body: null },
  readSongCut: { method: "GET", path: "/v1/songs/{id}/cut", body: null },
  adminReadCatalog: { method: "GET", path: "/v1/admin/catalog", body: null },
  adminListCatalogChanges: { method: "GET", path: "/v1/admin/catalog/history", body: null },
  adminListCatalogRuns: { method: "GET", path: "/v1/admin/catalog/runs", body: null },
  adminStartCatalogRun: { method: "POST", path: "/v1/admin/catalog/runs", body: "application/vnd.api+json" },
  adminReadCatalogRun: { method: "GET", path: "/v1/admin/catalog/runs/{id}", body: null },
  adminCancelCatalogRun: { method: "POST", path: "/v1/admin/catalog/runs/{id}/cancel", body: null },
  adminListCatalogRejects: { method: "GET", path: "/v1/admin/catalog/runs/{id}/rejects", body: null },
  adminUploadDump: { method: "POST", path: "/v1/admin/catalog/uploads", body: "application/octet-stream" },
  adminListRemovedSongs: { method: "GET", path: "/v1/admin/catalog/removed-songs", body: null },
  adminRestoreSong: { method: "DELETE", path: "/v1/admin/catalog/removed-songs/{id}", body: null },
  readAccount: { method: "GET", path: "/v1/me", body: null },
  readCatalog: { method: "GET", path: "/v1/catalog", body: null },
  readPeaks: { method: "GET", path: "/v1/audio_files/{id}/peaks", body: null },
  readSongPeaks: { method: "GET", path: "/v1/songs/{id}/peaks", body: null },
  readStructure: { method: "GET", path: "/v1/audio_files/{id}/structure", body: null },
  readSongStructure: { method: "GET", path: "/v1/songs/{id}/structure", body: null },
  adminIdentifyWatermark: { method: "POST", path: "/v1/admin/watermark/identify", body: "application/octet-stream" },
  adminListDeliveries: { method: "GET", path: "/v1/admin/deliveries", body: null },
  adminReadDelivery: { method: "GET", path: "/v1/admin/deliveries/{id}", body: null },
  adminReadDeliveryBody: { method: "GET", path: "/v1/admin/deliveries/{id}/body", body: null },
  adminReplayDelivery: { method: "POST", path: "/v1/admin/deliveries/{id}/replay", body: null },
  adminTestWebhook: { method: "POST", path: "/v1/admin/keys/{id}/test-webhook", body: "application/vnd.api+json" },
  readHealth: { method: "GET", path: "/healthz", body: null },
  readReadiness: { method: "GET", path: "/readyz", body: null },
  adminListLog: { method: "GET", path: "/v1/admin/log", body: null },
  adminFollowLog: { method: "GET", path: "/v1/admin/log/events", body: null },
  adminListSettings: { method: "GET", path: "/v1/admin/settings", body: null },
  adminReadStorage: { method: "GET", path: "/v1/admin/storage", body: null },
  readSession: { method: "GET", path: "/v1/session", body: null },
  signIn: { method: "POST", path: "/v1/session", body: "application/vnd.api+json" },
  signOut: { method: "DELETE", path: "/v1/session", body: null },
  adminListUsers: { method: "GET", path: "/v1/admin/users", body: null },
  adminAddUser: { method: "POST", path: "/v1/admin/users", body: "application/vnd.api+json" },
  adminRemoveUser: { method: "DELETE", path: "/v1/admin/users/{id}", body: null },
  adminSetPassword: { method: "POST", path: "/v1/admin/users/{id}/password", body: "application/vnd.api+json" },
  makeCueSheet: { method: "POST", path: "/v1/cue-sheets", body: "application/octet-stream" },
  listShortlists: { method: "GET", path: "/v1/shortlists", body: null },
  createShortlist: { method: "POST", path: "/v1/shortlists", body: "application/vnd.api+json" },
  readShortlist: { method: "GET", path: "/v1/shortlists/{id}", body: null },
  changeShortlist: { method: "PATCH", path: "/v1/shortlists/{id}", body: "application/vnd.api+json" },
  deleteShortlist: { method: "DELETE", path: "/v1/shortlists/{id}", body: null },
  listShortlistEntries: { method: "GET", path: "/v1/shortlists/{id}/entries", body: null },
  addShortlistEntry: { method: "POST", path: "/v1/shortlists/{id}/entries", body: "application/vnd.api+json" },
  changeShortlistEntry: { method: "PATCH", path: "/v1/shortlists/{id}/entries/{entry}", body: "application/vnd.api+json" },
  removeShortlistEntry: { method: "DELETE", path: "/v1/shortlists/{id}/entries/{entry}", body: null },
  exportShortlistAsJson: { method: "GET", path: "/v1/shortlists/{id}/export.json", body: null },
  listShortlistShares: { method: "GET", path: "/v1/shortlists/{id}/shares", body: null },
  shareShortlist: { method: "POST", path: "/v1/shortlists/{id}/shares", body: "application/vnd.api+json" },
  revokeShortlistShare: { method: "DELETE", path: "/v1/shortlists/{id}/shares/{share}", body: null },
  adminListUsage: { method: "GET", path: "/v1/admin/usage", body: null },
  adminListAudit: { method: "GET", path: "/v1/admin/audit", body: null },
  adminListLanes: { method: "GET", path: "/v1/admin/lanes", body: null },
  adminListJobs: { method: "GET", path: "/v1/admin/jobs", body: null },
  adminRetryJob: { method: "POST", path: "/v1/admin/jobs/{id}/retry", body: null },
  adminCancelJob: { method: "POST", path: "/v1/admin/jobs/{id}/cancel", body: null },
  adminListKeys: { method: "GET", path: "/v1/admin/keys", body: null },
  adminCreateKey: { method: "POST", path: "/v1/admin/keys", body: "application/vnd.api+json" },
  adminReadKey: { method: "GET", path: "/v1/admin/keys/{id}", body: null },
  adminChangeKey: { method: "PATCH", path: "/v1/admin/keys/{id}", body: "application/vnd.api+json" },
  adminRevokeKey: { method: "DELETE", path: "/v1/admin/keys/{id}", body: null },
  adminRotateKey: { method: "POST", path: "/v1/admin/keys/{id}/rotate", body: "application/vnd.api+json" },
  adminReadBackupSchedule: { method: "GET", path: "/v1/admin/backup-schedule", body: null },
  adminListBackups: { method: "GET", path: "/v1/admin/backups", body: null },
  adminMakeBackup: { method: "POST", path: "/v1/admin/backups", body: null },
} as const;

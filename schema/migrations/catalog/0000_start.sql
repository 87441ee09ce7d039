CREATE TABLE `playlists` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`public` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `song_playlists` (
	`ordinal` integer NOT NULL,
	`playlist_id` integer NOT NULL,
	PRIMARY KEY(`ordinal`, `playlist_id`),
	FOREIGN KEY (`ordinal`) REFERENCES `songs`(`ordinal`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `artists` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`image_url` text,
	`image_path` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `song_artists` (
	`ordinal` integer NOT NULL,
	`position` integer NOT NULL,
	`artist_id` text NOT NULL,
	PRIMARY KEY(`ordinal`, `position`),
	FOREIGN KEY (`ordinal`) REFERENCES `songs`(`ordinal`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`artist_id`) REFERENCES `artists`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `artist_names` (
	`artist_id` text PRIMARY KEY NOT NULL,
	`folded` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `artist_names_by_folded` ON `artist_names` (`folded`);--> statement-breakpoint
CREATE TABLE `filter_blocks` (
	`key` integer PRIMARY KEY NOT NULL,
	`offsets` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `filter_terms` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`folded` text NOT NULL,
	`songs` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `filter_terms_by_folded` ON `filter_terms` (`kind`,`folded`);--> statement-breakpoint
CREATE TABLE `songs` (
	`ordinal` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`digest` blob NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`energy` text,
	`energy_inferred` text NOT NULL,
	`explicit` integer,
	`isrc` text,
	`released_at` integer,
	`bpm` integer,
	`key_name` text NOT NULL,
	`key_mode` text NOT NULL,
	`tags` text NOT NULL,
	`stems_path` text,
	`lyrics` text NOT NULL,
	CONSTRAINT "songs_energy" CHECK("songs"."energy" is null or "songs"."energy" in ('very_low', 'low', 'medium', 'high')),
	CONSTRAINT "songs_energy_inferred" CHECK("songs"."energy_inferred" in ('very_low', 'low', 'medium', 'high')),
	CONSTRAINT "songs_tags" CHECK(json_valid("songs"."tags"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `songs_id_unique` ON `songs` (`id`);--> statement-breakpoint
CREATE TABLE `audio_files` (
	`id` text PRIMARY KEY NOT NULL,
	`ordinal` integer NOT NULL,
	`position` integer NOT NULL,
	`description` text NOT NULL,
	`vocals` text,
	`duration` real,
	`stem` integer NOT NULL,
	`wav_path` text,
	`mp3_path` text,
	FOREIGN KEY (`ordinal`) REFERENCES `songs`(`ordinal`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audio_files_vocals" CHECK("audio_files"."vocals" is null or "audio_files"."vocals" in ('lead', 'background', 'none'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `audio_files_by_song` ON `audio_files` (`ordinal`,`position`);
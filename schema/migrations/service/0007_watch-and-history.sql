CREATE TABLE `catalog_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`generation` integer NOT NULL,
	`version` text NOT NULL,
	`songs` integer NOT NULL,
	`source` text NOT NULL,
	`subject` text NOT NULL,
	`added` integer NOT NULL,
	`updated` integer NOT NULL,
	`retired` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `watch_folders` (
	`folder` text PRIMARY KEY NOT NULL,
	`fingerprint` text,
	`imported_at` integer,
	`held` integer DEFAULT 0 NOT NULL,
	`confirmed` integer,
	`state` text NOT NULL,
	`detail` text NOT NULL,
	`since` integer NOT NULL,
	CONSTRAINT "watch_folders_state" CHECK("watch_folders"."state" in ('waiting', 'current', 'held', 'unavailable', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `watch_songs` (
	`folder` text NOT NULL,
	`song_id` text NOT NULL,
	`absent_since` integer,
	PRIMARY KEY(`folder`, `song_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `watch_songs_by_song` ON `watch_songs` (`song_id`);--> statement-breakpoint
CREATE INDEX `watch_songs_by_absence` ON `watch_songs` (`folder`,`absent_since`);
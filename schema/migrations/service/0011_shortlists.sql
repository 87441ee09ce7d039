CREATE TABLE `shortlist_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`shortlist_id` text NOT NULL,
	`position` integer NOT NULL,
	`song_id` text NOT NULL,
	`song_title` text NOT NULL,
	`song_artists` text NOT NULL,
	`note` text NOT NULL,
	`rating` integer NOT NULL,
	`audio_file_id` text,
	`asset_id` text,
	`offset_seconds` real,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`shortlist_id`) REFERENCES `shortlists`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "shortlist_entries_rating" CHECK("shortlist_entries"."rating" between 0 and 5)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shortlist_entries_by_song` ON `shortlist_entries` (`shortlist_id`,`song_id`);--> statement-breakpoint
CREATE INDEX `shortlist_entries_by_position` ON `shortlist_entries` (`shortlist_id`,`position`);--> statement-breakpoint
CREATE TABLE `shortlists` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`name` text NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `shortlists_by_key` ON `shortlists` (`key_id`,`created_at`,`id`);
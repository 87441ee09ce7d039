CREATE TABLE `media_facts` (
	`digest` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`facts` text,
	`error` text,
	`measured_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `media_made` (
	`digest` text NOT NULL,
	`kind` text NOT NULL,
	`recipe` text NOT NULL,
	`ref` text,
	`error` text,
	`made_at` integer NOT NULL,
	PRIMARY KEY(`digest`, `kind`, `recipe`),
	CONSTRAINT "media_made_kind" CHECK("media_made"."kind" in ('mp3', 'wav', 'watermarked', 'stems', 'peaks'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `media_made_by_ref` ON `media_made` (`ref`);--> statement-breakpoint
CREATE TABLE `media_origins` (
	`path` text PRIMARY KEY NOT NULL,
	`byte_size` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`ref` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `media_origins_by_ref` ON `media_origins` (`ref`);--> statement-breakpoint
CREATE TABLE `media_sources` (
	`ref` text PRIMARY KEY NOT NULL,
	`byte_size` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`digest` text
) STRICT;

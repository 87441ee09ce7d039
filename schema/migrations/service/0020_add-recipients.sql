CREATE TABLE `recipients` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`key_id` text NOT NULL,
	`share_id` text,
	`shortlist_name` text,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `__new_media_made` (
	`digest` text NOT NULL,
	`kind` text NOT NULL,
	`recipe` text NOT NULL,
	`ref` text,
	`error` text,
	`made_at` integer NOT NULL,
	PRIMARY KEY(`digest`, `kind`, `recipe`),
	CONSTRAINT "media_made_kind" CHECK("__new_media_made"."kind" in ('mp3', 'wav', 'watermarked', 'stems', 'peaks', 'structure', 'cut', 'imprinted'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_media_made`("digest", "kind", "recipe", "ref", "error", "made_at") SELECT "digest", "kind", "recipe", "ref", "error", "made_at" FROM `media_made`;--> statement-breakpoint
DROP TABLE `media_made`;--> statement-breakpoint
ALTER TABLE `__new_media_made` RENAME TO `media_made`;--> statement-breakpoint
CREATE INDEX `media_made_by_ref` ON `media_made` (`ref`);--> statement-breakpoint
CREATE INDEX `media_made_cuts` ON `media_made` (`made_at`) WHERE kind = 'cut';--> statement-breakpoint
CREATE INDEX `media_made_imprinted` ON `media_made` (`made_at`) WHERE kind = 'imprinted';--> statement-breakpoint
ALTER TABLE `shortlist_shares` ADD `recipient_number` integer;--> statement-breakpoint
ALTER TABLE `keys` ADD `recipient` text;--> statement-breakpoint
ALTER TABLE `keys` ADD `recipient_number` integer;
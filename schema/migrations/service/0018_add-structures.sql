CREATE TABLE `__new_media_made` (
	`digest` text NOT NULL,
	`kind` text NOT NULL,
	`recipe` text NOT NULL,
	`ref` text,
	`error` text,
	`made_at` integer NOT NULL,
	PRIMARY KEY(`digest`, `kind`, `recipe`),
	CONSTRAINT "media_made_kind" CHECK("__new_media_made"."kind" in ('mp3', 'wav', 'watermarked', 'stems', 'peaks', 'structure', 'cut'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_media_made`("digest", "kind", "recipe", "ref", "error", "made_at") SELECT "digest", "kind", "recipe", "ref", "error", "made_at" FROM `media_made`;--> statement-breakpoint
DROP TABLE `media_made`;--> statement-breakpoint
ALTER TABLE `__new_media_made` RENAME TO `media_made`;--> statement-breakpoint
CREATE INDEX `media_made_by_ref` ON `media_made` (`ref`);
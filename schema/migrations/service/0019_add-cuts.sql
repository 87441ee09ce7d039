ALTER TABLE `keys` ADD `has_edits` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `media_made_cuts` ON `media_made` (`made_at`) WHERE kind = 'cut';
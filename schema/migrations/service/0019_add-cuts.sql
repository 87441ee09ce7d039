ALTER TABLE `keys` ADD `has_edits` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `media_made_cuts` ON `media_made` (`made_at`) WHERE kind = 'cut';--> statement-breakpoint
UPDATE `keys` SET `has_edits` = 1 WHERE `id` IN (SELECT `key_id` FROM `users`) OR `id` = '299b265c-6e26-8489-86af-6978c86e5d88';

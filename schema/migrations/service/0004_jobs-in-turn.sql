ALTER TABLE `jobs` ADD `scheduled_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `client` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `rescues` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `crashes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_in_turn` ON `jobs` (`lane`,`client`,`run_at`,`id`) WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX `jobs_rescued` ON `jobs` (`run_at`) WHERE state = 'ready' and rescues > 0;
ALTER TABLE `jobs` ADD `work_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_by_work` ON `jobs` (`lane`,`client`,run_at + 5 * work_ms,`id`) WHERE state = 'ready';
CREATE INDEX `assets_by_time` ON `assets` (`submitted_at`,`id`);--> statement-breakpoint
CREATE INDEX `assets_by_status` ON `assets` (`status`,`submitted_at`,`id`);
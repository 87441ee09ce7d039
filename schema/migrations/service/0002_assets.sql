CREATE TABLE `uploads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` text NOT NULL,
	`media_kind` text NOT NULL,
	`accepted_at` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "uploads_media_kind" CHECK("uploads"."media_kind" in ('image', 'video'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `uploads_by_key` ON `uploads` (`key_id`,`media_kind`,`accepted_at`);--> statement-breakpoint
CREATE INDEX `uploads_by_time` ON `uploads` (`accepted_at`);--> statement-breakpoint
DROP INDEX `assets_by_key`;--> statement-breakpoint
ALTER TABLE `assets` ADD `content_type` text DEFAULT 'application/octet-stream' NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `byte_size` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `width` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `height` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `duration` real;--> statement-breakpoint
ALTER TABLE `assets` ADD `original_retained` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `assets` ADD `processed_at` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `error` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `analysis` text;--> statement-breakpoint
CREATE INDEX `assets_to_expire` ON `assets` (`processed_at`) WHERE status = 'processed';--> statement-breakpoint
CREATE INDEX `assets_by_key` ON `assets` (`key_id`,`submitted_at`,`id`);
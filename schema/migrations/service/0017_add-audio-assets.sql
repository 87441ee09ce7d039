CREATE TABLE `asset_sounds` (
	`asset_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`hearing` blob NOT NULL,
	FOREIGN KEY (`asset_id`) REFERENCES `assets`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `__new_executions` (
	`id` text PRIMARY KEY NOT NULL,
	`search_id` text NOT NULL,
	`key_id` text NOT NULL,
	`status` text NOT NULL,
	`tier` text NOT NULL,
	`query` text,
	`context` text,
	`asset_ids` text NOT NULL,
	`callback_url` text NOT NULL,
	`refinement` text,
	`request_id` text,
	`error_code` text,
	`error_detail` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "executions_status" CHECK("__new_executions"."status" in ('processing', 'completed', 'failed')),
	CONSTRAINT "executions_tier" CHECK("__new_executions"."tier" in ('text', 'image', 'video', 'audio')),
	CONSTRAINT "executions_finished" CHECK(("__new_executions"."status" = 'processing') = ("__new_executions"."finished_at" is null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_executions`("id", "search_id", "key_id", "status", "tier", "query", "context", "asset_ids", "callback_url", "refinement", "request_id", "error_code", "error_detail", "created_at", "finished_at") SELECT "id", "search_id", "key_id", "status", "tier", "query", "context", "asset_ids", "callback_url", "refinement", "request_id", "error_code", "error_detail", "created_at", "finished_at" FROM `executions`;--> statement-breakpoint
DROP TABLE `executions`;--> statement-breakpoint
ALTER TABLE `__new_executions` RENAME TO `executions`;--> statement-breakpoint
CREATE UNIQUE INDEX `executions_in_flight` ON `executions` (`search_id`) WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX `executions_by_search` ON `executions` (`search_id`,`finished_at`);--> statement-breakpoint
CREATE INDEX `executions_by_end` ON `executions` (`finished_at`,`id`) WHERE finished_at is not null;--> statement-breakpoint
CREATE TABLE `__new_assets` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`media_kind` text NOT NULL,
	`status` text NOT NULL,
	`submitted_at` integer NOT NULL,
	`content_type` text DEFAULT 'application/octet-stream' NOT NULL,
	`byte_size` integer DEFAULT 0 NOT NULL,
	`sha256` text,
	`width` integer,
	`height` integer,
	`duration` real,
	`original_retained` integer DEFAULT false NOT NULL,
	`processed_at` integer,
	`error` text,
	`analysis` text,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "assets_media_kind" CHECK("__new_assets"."media_kind" in ('image', 'video', 'audio')),
	CONSTRAINT "assets_status" CHECK("__new_assets"."status" in ('pending', 'processing', 'processed', 'failed', 'blocked', 'expired'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_assets`("id", "key_id", "media_kind", "status", "submitted_at", "content_type", "byte_size", "sha256", "width", "height", "duration", "original_retained", "processed_at", "error", "analysis") SELECT "id", "key_id", "media_kind", "status", "submitted_at", "content_type", "byte_size", "sha256", "width", "height", "duration", "original_retained", "processed_at", "error", "analysis" FROM `assets`;--> statement-breakpoint
DROP TABLE `assets`;--> statement-breakpoint
ALTER TABLE `__new_assets` RENAME TO `assets`;--> statement-breakpoint
CREATE INDEX `assets_by_key` ON `assets` (`key_id`,`submitted_at`,`id`);--> statement-breakpoint
CREATE INDEX `assets_by_time` ON `assets` (`submitted_at`,`id`);--> statement-breakpoint
CREATE INDEX `assets_by_status` ON `assets` (`status`,`submitted_at`,`id`);--> statement-breakpoint
CREATE INDEX `assets_to_expire` ON `assets` (`processed_at`) WHERE status = 'processed';--> statement-breakpoint
CREATE TABLE `__new_uploads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` text NOT NULL,
	`media_kind` text NOT NULL,
	`accepted_at` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "uploads_media_kind" CHECK("__new_uploads"."media_kind" in ('image', 'video', 'audio'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_uploads`("id", "key_id", "media_kind", "accepted_at") SELECT "id", "key_id", "media_kind", "accepted_at" FROM `uploads`;--> statement-breakpoint
DROP TABLE `uploads`;--> statement-breakpoint
ALTER TABLE `__new_uploads` RENAME TO `uploads`;--> statement-breakpoint
CREATE INDEX `uploads_by_key` ON `uploads` (`key_id`,`media_kind`,`accepted_at`);--> statement-breakpoint
CREATE INDEX `uploads_by_time` ON `uploads` (`accepted_at`);--> statement-breakpoint
CREATE TABLE `__new_ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`key_id` text NOT NULL,
	`search_id` text NOT NULL,
	`execution_id` text,
	`tier` text NOT NULL,
	`billed` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_tier" CHECK("__new_ledger"."tier" in ('text', 'image', 'video', 'audio', 'cached')),
	CONSTRAINT "ledger_cached" CHECK(("__new_ledger"."tier" = 'cached') = ("__new_ledger"."execution_id" is null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_ledger`("id", "at", "key_id", "search_id", "execution_id", "tier", "billed") SELECT "id", "at", "key_id", "search_id", "execution_id", "tier", "billed" FROM `ledger`;--> statement-breakpoint
DROP TABLE `ledger`;--> statement-breakpoint
ALTER TABLE `__new_ledger` RENAME TO `ledger`;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_by_execution` ON `ledger` (`execution_id`) WHERE execution_id is not null;--> statement-breakpoint
CREATE INDEX `ledger_by_time` ON `ledger` (`at`);--> statement-breakpoint
ALTER TABLE `keys` ADD `has_audio` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `keys` ADD `audio_quota` integer DEFAULT 200 NOT NULL;--> statement-breakpoint
UPDATE `keys` SET `has_audio` = 1 WHERE `id` IN (SELECT `key_id` FROM `users`) OR `id` = '299b265c-6e26-8489-86af-6978c86e5d88';

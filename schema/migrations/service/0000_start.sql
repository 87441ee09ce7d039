CREATE TABLE `catalog_pointer` (
	`id` integer PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`version` text NOT NULL,
	`songs` integer NOT NULL,
	`switched_at` integer NOT NULL,
	CONSTRAINT "catalog_pointer_single" CHECK("catalog_pointer"."id" = 1)
) STRICT;
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `answers` (
	`execution_id` text PRIMARY KEY NOT NULL,
	`answer` text NOT NULL,
	FOREIGN KEY (`execution_id`) REFERENCES `executions`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `executions` (
	`id` text PRIMARY KEY NOT NULL,
	`search_id` text NOT NULL,
	`key_id` text NOT NULL,
	`status` text NOT NULL,
	`tier` text NOT NULL,
	`query` text,
	`context` text,
	`asset_ids` text NOT NULL,
	`callback_url` text NOT NULL,
	`error_code` text,
	`error_detail` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "executions_status" CHECK("executions"."status" in ('processing', 'completed', 'failed')),
	CONSTRAINT "executions_tier" CHECK("executions"."tier" in ('text', 'image', 'video')),
	CONSTRAINT "executions_finished" CHECK(("executions"."status" = 'processing') = ("executions"."finished_at" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `executions_in_flight` ON `executions` (`search_id`) WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX `executions_by_search` ON `executions` (`search_id`,`finished_at`);--> statement-breakpoint
CREATE INDEX `executions_by_end` ON `executions` (`finished_at`,`id`) WHERE finished_at is not null;--> statement-breakpoint
CREATE TABLE `assets` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`media_kind` text NOT NULL,
	`status` text NOT NULL,
	`submitted_at` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "assets_media_kind" CHECK("assets"."media_kind" in ('image', 'video')),
	CONSTRAINT "assets_status" CHECK("assets"."status" in ('pending', 'processing', 'processed', 'failed', 'blocked', 'expired'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `assets_by_key` ON `assets` (`key_id`,`submitted_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`execution_id` text NOT NULL,
	`url` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`execution_id`) REFERENCES `executions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "deliveries_status" CHECK("deliveries"."status" in ('pending', 'delivered', 'failed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `deliveries_by_creation` ON `deliveries` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_status` ON `deliveries` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_execution` ON `deliveries` (`execution_id`);--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`outcome` text NOT NULL,
	`status_code` integer,
	`detail` text NOT NULL,
	PRIMARY KEY(`delivery_id`, `number`),
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `key_playlists` (
	`key_id` text NOT NULL,
	`playlist_id` integer NOT NULL,
	PRIMARY KEY(`key_id`, `playlist_id`),
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`mode` text NOT NULL,
	`token_hash` text NOT NULL,
	`webhook_secret` text NOT NULL,
	`has_supervisor` integer NOT NULL,
	`has_images` integer NOT NULL,
	`has_video` integer NOT NULL,
	`rate` integer NOT NULL,
	`image_quota` integer NOT NULL,
	`video_quota` integer NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	CONSTRAINT "keys_mode" CHECK("keys"."mode" in ('live', 'test', 'trial')),
	CONSTRAINT "keys_rate" CHECK("keys"."rate" > 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`lane` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`lease_until` integer,
	`lease_owner` text,
	`unique_key` text,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	CONSTRAINT "jobs_state" CHECK("jobs"."state" in ('ready', 'running', 'done', 'failed', 'cancelled')),
	CONSTRAINT "jobs_lease" CHECK(("jobs"."state" = 'running') = ("jobs"."lease_until" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `jobs_to_claim` ON `jobs` (`lane`,`run_at`,`id`) WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX `jobs_leased` ON `jobs` (`lease_until`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`state`,`finished_at`) WHERE finished_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_unique` ON `jobs` (`unique_key`) WHERE unique_key is not null and state in ('ready', 'running');--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`key_id` text NOT NULL,
	`search_id` text NOT NULL,
	`execution_id` text,
	`tier` text NOT NULL,
	`billed` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_tier" CHECK("ledger"."tier" in ('text', 'image', 'video', 'cached')),
	CONSTRAINT "ledger_cached" CHECK(("ledger"."tier" = 'cached') = ("ledger"."execution_id" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_by_execution` ON `ledger` (`execution_id`) WHERE execution_id is not null;--> statement-breakpoint
CREATE INDEX `ledger_by_time` ON `ledger` (`at`);
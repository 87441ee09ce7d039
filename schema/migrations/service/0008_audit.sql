CREATE TABLE `audit_ends` (
	`id` integer PRIMARY KEY NOT NULL,
	`anchor_seq` integer NOT NULL,
	`anchor_sha256` text NOT NULL,
	`head_seq` integer NOT NULL,
	`head_sha256` text NOT NULL,
	CONSTRAINT "audit_ends_single" CHECK("audit_ends"."id" = 1)
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit_lines` (
	`seq` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`key_id` text,
	`line` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_lines_by_time` ON `audit_lines` (`at`);--> statement-breakpoint
CREATE INDEX `audit_lines_by_key` ON `audit_lines` (`key_id`,`seq`) WHERE key_id is not null;
CREATE TABLE `shortlist_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`shortlist_id` text NOT NULL,
	`recipient` text NOT NULL,
	`has_notes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`opens` integer NOT NULL,
	`last_opened_at` integer,
	FOREIGN KEY (`shortlist_id`) REFERENCES `shortlists`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `shortlist_shares_by_list` ON `shortlist_shares` (`shortlist_id`,`created_at`);
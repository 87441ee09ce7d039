ALTER TABLE `keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `keys` ADD `last_used_at` integer;--> statement-breakpoint
ALTER TABLE `keys` ADD `previous_token_hash` text;--> statement-breakpoint
ALTER TABLE `keys` ADD `previous_token_until` integer;--> statement-breakpoint
ALTER TABLE `keys` ADD `previous_webhook_secret` text;--> statement-breakpoint
ALTER TABLE `keys` ADD `previous_secret_until` integer;
CREATE TABLE `damaged_media` (
	`ref` text PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL
) STRICT;

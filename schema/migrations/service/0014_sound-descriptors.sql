CREATE TABLE `media_descriptors` (
	`digest` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`descriptor` blob
) STRICT;

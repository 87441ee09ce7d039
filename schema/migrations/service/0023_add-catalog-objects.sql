CREATE TABLE `catalog_objects` (
	`generation` integer NOT NULL,
	`file` text NOT NULL,
	`digest` text NOT NULL,
	`byte_size` integer NOT NULL,
	`format` integer NOT NULL,
	PRIMARY KEY(`generation`, `file`)
) STRICT;

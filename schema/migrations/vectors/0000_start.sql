CREATE TABLE `models` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`dims` integer NOT NULL,
	`covered` text,
	CONSTRAINT "models_dims" CHECK("models"."dims" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `models_by_name` ON `models` (`name`,`dims`);--> statement-breakpoint
CREATE TABLE `vectors` (
	`model_id` integer NOT NULL,
	`key` blob NOT NULL,
	`vector` blob NOT NULL,
	PRIMARY KEY(`model_id`, `key`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vectors_key" CHECK(length("vectors"."key") = 16)
) STRICT;

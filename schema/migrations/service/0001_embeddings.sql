CREATE TABLE `embedding_models` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`dims` integer NOT NULL,
	`covered` text,
	CONSTRAINT "embedding_models_dims" CHECK("embedding_models"."dims" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `embedding_models_by_name` ON `embedding_models` (`name`,`dims`);--> statement-breakpoint
CREATE TABLE `embeddings` (
	`model_id` integer NOT NULL,
	`key` blob NOT NULL,
	`vector` blob NOT NULL,
	PRIMARY KEY(`model_id`, `key`),
	FOREIGN KEY (`model_id`) REFERENCES `embedding_models`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "embeddings_key" CHECK(length("embeddings"."key") = 16)
) STRICT;

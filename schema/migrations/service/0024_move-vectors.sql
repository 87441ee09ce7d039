DROP TABLE `embeddings`;--> statement-breakpoint
DROP TABLE `embedding_models`;
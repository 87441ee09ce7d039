DROP TABLE "embedding_models" CASCADE;--> statement-breakpoint
DROP TABLE "embeddings" CASCADE;
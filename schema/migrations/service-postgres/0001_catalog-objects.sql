CREATE TABLE "catalog_objects" (
	"generation" bigint NOT NULL,
	"file" text collate "C" NOT NULL,
	"digest" text collate "C" NOT NULL,
	"byte_size" bigint NOT NULL,
	"format" bigint NOT NULL,
	CONSTRAINT "catalog_objects_generation_file_pk" PRIMARY KEY("generation","file")
);

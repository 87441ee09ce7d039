CREATE TABLE `song_rights` (
	`ordinal` integer PRIMARY KEY NOT NULL,
	`rights` text NOT NULL,
	`fault` text,
	FOREIGN KEY (`ordinal`) REFERENCES `songs`(`ordinal`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "song_rights_json" CHECK(json_valid("song_rights"."rights"))
) STRICT;
--> statement-breakpoint
CREATE INDEX `song_rights_with_fault` ON `song_rights` (`ordinal`) WHERE "song_rights"."fault" is not null;
ALTER TABLE `audit_lines` ADD `action` text GENERATED ALWAYS AS (case when json_valid(line) then json_extract(line, '$.action') end) VIRTUAL;--> statement-breakpoint
ALTER TABLE `audit_lines` ADD `actor_name` text GENERATED ALWAYS AS (case when json_valid(line) then coalesce(json_extract(line, '$.actor.name'), json_extract(line, '$.actor.user'), json_extract(line, '$.actor.kind')) end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `audit_lines_by_action` ON `audit_lines` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_lines_by_actor` ON `audit_lines` (`actor_name`,`seq`);
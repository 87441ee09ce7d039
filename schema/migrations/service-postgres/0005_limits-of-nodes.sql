CREATE UNLOGGED TABLE "search_rates" (
	"key_id" text collate "C" PRIMARY KEY NOT NULL,
	"times" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "sign_in_attempts" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"at" bigint NOT NULL
);--> statement-breakpoint
CREATE FUNCTION take_searches(taken_key text, rate bigint, wanted bigint, OUT taken bigint, OUT remaining bigint, OUT "waitMs" bigint) LANGUAGE plpgsql AS $$
DECLARE
	kept bigint[];
	now_ms bigint;
BEGIN
	INSERT INTO search_rates (key_id, times) VALUES (taken_key, '{}') ON CONFLICT DO NOTHING;
	SELECT times INTO kept FROM search_rates WHERE key_id = taken_key FOR UPDATE;
	now_ms := floor(extract(epoch from clock_timestamp()) * 1000);
	kept := ARRAY(SELECT t FROM unnest(kept) t WHERE t > now_ms - 1000 AND t <= now_ms ORDER BY t);
	taken := greatest(0, least(wanted, rate - cardinality(kept)));
	IF taken > 0 THEN
		kept := kept || array_fill(now_ms, ARRAY[taken::integer]);
		UPDATE search_rates SET times = kept WHERE key_id = taken_key;
	END IF;
	remaining := greatest(0, rate - cardinality(kept));
	"waitMs" := CASE WHEN remaining > 0 THEN 0 ELSE kept[(cardinality(kept) - rate + 1)::integer] + 1000 - now_ms END;
END
$$;

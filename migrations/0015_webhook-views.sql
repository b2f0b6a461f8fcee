CREATE TABLE "webhook_hours" (
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"at_most_ms" integer NOT NULL,
	"shard" integer NOT NULL,
	"succeeded" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "webhook_hours_pk" PRIMARY KEY("organization_id","subscription_id","hour","at_most_ms","shard")
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE INDEX "webhook_hours_age" ON "webhook_hours" USING btree ("hour");--> statement-breakpoint
-- The project of an event: the one that it is about, or the one of its invoice. The index on it needs no
-- column, so it also has the events that are there and those that the version before writes.
CREATE FUNCTION event_project(data json) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(data ->> 'projectId', data -> 'invoice' ->> 'projectId')::uuid
$$;

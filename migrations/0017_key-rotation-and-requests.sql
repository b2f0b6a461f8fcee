CREATE TABLE "api_key_calls" (
	"organization_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"status" integer NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "api_key_calls_organization_id_api_key_id_day_status_pk" PRIMARY KEY("organization_id","api_key_id","day","status")
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"api_key_id" uuid,
	"user_id" uuid NOT NULL,
	CONSTRAINT "api_requests_organization_id_id_pk" PRIMARY KEY("organization_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_by_id" uuid;--> statement-breakpoint
ALTER TABLE "api_key_calls" ADD CONSTRAINT "api_key_calls_key" FOREIGN KEY ("organization_id","api_key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_calls_day" ON "api_key_calls" USING btree ("day");--> statement-breakpoint
CREATE INDEX "api_requests_of_class" ON "api_requests" USING btree ("organization_id",(status / 100),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_requests_of_status" ON "api_requests" USING btree ("organization_id","status","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_requests_of_route" ON "api_requests" USING btree ("organization_id","route","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_requests_of_key" ON "api_requests" USING btree ("organization_id","api_key_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_requests_of_user" ON "api_requests" USING btree ("organization_id","user_id","id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replacement" FOREIGN KEY ("organization_id","replaced_by_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- A UUIDv7 of a time that has passed. Its last 74 bits are random.
CREATE FUNCTION uuid_v7_at(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT (
    substr(uuid_v7_floor(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16)
  )::uuid
$$;
--> statement-breakpoint
-- The same as in 0000, with one more table. The version before calls it too.
CREATE OR REPLACE FUNCTION make_day_partitions(days_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  parent text;
  partition text;
  day date;
  made integer := 0;
BEGIN
  FOR day IN SELECT today + n FROM generate_series(-1, days_ahead) AS n LOOP
    FOREACH parent IN ARRAY ARRAY['events', 'webhook_deliveries', 'webhook_attempts', 'api_requests'] LOOP
      partition := parent || '_' || to_char(day, 'YYYYMMDD');
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      PERFORM pg_advisory_xact_lock(hashtext('make_day_partitions'));
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        partition, parent,
        uuid_v7_floor(day::timestamp AT TIME ZONE 'UTC'),
        uuid_v7_floor((day + 1)::timestamp AT TIME ZONE 'UTC')
      );
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END
$$;
--> statement-breakpoint
-- The request log is kept for fewer days than the event log.
CREATE FUNCTION drop_request_partitions(days_kept integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  oldest text := to_char((now() AT TIME ZONE 'UTC')::date - days_kept, 'YYYYMMDD');
  partition regclass;
  dropped integer := 0;
BEGIN
  FOR partition IN
    SELECT inhrelid::regclass FROM pg_inherits
    WHERE inhparent = 'api_requests'::regclass AND right(inhrelid::regclass::text, 8) < oldest
    ORDER BY right(inhrelid::regclass::text, 8)
  LOOP
    EXECUTE format('DROP TABLE IF EXISTS %s', partition);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;
--> statement-breakpoint
SELECT make_day_partitions(14);

-- The whole schema, since nothing was released before it. The tables and indexes come from packages/db/src/schema. The
-- functions, the triggers, and whatever drizzle-kit can't express (PARTITION BY, UNLOGGED, fillfactor and the columns
-- `words`) are written manually.

-- A UUIDv7 of now: 48 bits of milliseconds and 12 bits of the microseconds within, so rows that one transaction writes
-- sequentially sort in that order. PostgreSQL has uuidv7() only from version 18.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
DECLARE
  micros bigint := extract(epoch from clock_timestamp()) * 1000000;
BEGIN
  RETURN (
    lpad(to_hex(micros / 1000), 12, '0') || '7' ||
    lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0') ||
    substr(replace(gen_random_uuid()::text, '-', ''), 17)
  )::uuid;
END
$$;
--> statement-breakpoint
CREATE FUNCTION uuid_v7_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
--> statement-breakpoint
-- A UUIDv7 for a past time. The last 74 bits are random.
CREATE FUNCTION uuid_v7_at(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT (
    substr(uuid_v7_floor(at)::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16)
  )::uuid
$$;
--> statement-breakpoint
-- Events, webhook deliveries, attempts and logged requests live in partitions of one UTC day, by the time in their
-- UUIDv7. An insert without a partition fails, so partitions are created ahead. CREATE takes a lock, so each call first
-- checks whether the partition exists.
CREATE FUNCTION make_day_partitions(days_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
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
CREATE FUNCTION drop_day_partitions(days_kept integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  oldest text := to_char((now() AT TIME ZONE 'UTC')::date - days_kept, 'YYYYMMDD');
  partition regclass;
  dropped integer := 0;
BEGIN
  FOR partition IN
    SELECT inhrelid::regclass FROM pg_inherits
    WHERE inhparent IN ('events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
      AND right(inhrelid::regclass::text, 8) < oldest
    ORDER BY right(inhrelid::regclass::text, 8)
  LOOP
    EXECUTE format('DROP TABLE IF EXISTS %s', partition);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
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
-- Search reads a column with a list of words. Each word begins with a 12-character prefix of its
-- organization, so the index keeps an organization's words together, and a search by prefix reads
-- only those. docs/adr/0014-search-by-organization.md
--
-- The prefix is the last nine bytes of the id, which are random, in base64. If two organizations ever
-- shared one, each would read the other's index entries, but still find only its own records.
CREATE FUNCTION words_prefix(organization uuid) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN encode(substring(uuid_send(organization) from 8), 'base64');
--> statement-breakpoint
-- The first 1,000 distinct words of some columns, truncated to 40 characters. Separators are listed
-- range by range, because `[:alnum:]` depends on the locale, and the api must split a search the same
-- way (packages/operations/src/shared/search.ts). A text with apostrophes is split at them and also read
-- without them: both `brien` and `o'brien` find O'Brien.
CREATE FUNCTION organization_words(organization uuid, VARIADIC parts text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  given text := lower(array_to_string(parts, ' '));
  joined text := translate(given, '''’', '');
  prefix text := words_prefix(organization);
  words text[];
BEGIN
  IF joined <> given THEN
    given := given || ' ' || joined;
  END IF;
  words := regexp_split_to_array(given, '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u1680\u2000-\u206F\u20A0-\u20CF\u2190-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE00-\uFE6F\uFEFF-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65\uFFF0-\uFFFF\U0001F000-\U0001FAFF]+');
  IF cardinality(words) > 1000 THEN
    words := array(
      SELECT word FROM unnest(words) WITH ORDINALITY AS split (word, place)
      WHERE word <> '' GROUP BY word ORDER BY min(place) LIMIT 1000
    );
  END IF;
  RETURN array_to_tsvector(array(SELECT prefix || left(word, 40) FROM unnest(words) AS word WHERE word <> ''));
END
$$;
--> statement-breakpoint
-- Matches rows in which each of `words` begins a word. The api has split them, so they contain neither
-- quotes nor backslashes, which would end a word of the query.
CREATE FUNCTION words_query(organization uuid, words text[]) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (
    SELECT string_agg('''' || words_prefix(organization) || left(lower(word), 40) || ''':*', ' & ')
    FROM unnest(words) AS word
  )::tsquery;
END
$$;
--> statement-breakpoint
-- The project that an event is about, or that of its invoice. A function, so it can be indexed without a column.
CREATE FUNCTION event_project(data json) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(data ->> 'projectId', data -> 'invoice' ->> 'projectId')::uuid
$$;
--> statement-breakpoint
-- The fields of an event that filters check: its project, customer and new status, or null.
CREATE FUNCTION event_subject(data json) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[
    coalesce(data ->> 'projectId', data -> 'invoice' ->> 'projectId'),
    coalesce(data ->> 'customerId', data -> 'project' ->> 'customerId', data -> 'invoice' ->> 'customerId'),
    data ->> 'toStatus'
  ]
$$;
--> statement-breakpoint
-- Whether an event matches a filter: one of the filter's lists contains one of these fields.
CREATE FUNCTION event_fits(filter jsonb, subject text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(filter -> 'projectIds' ? subject[1], false)
    OR coalesce(filter -> 'customerIds' ? subject[2], false)
    OR coalesce(filter -> 'toStatuses' ? subject[3], false)
$$;
--> statement-breakpoint
CREATE TABLE "archives" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"project_id" uuid NOT NULL,
	"delivery_id" uuid,
	"size" text NOT NULL,
	"media_ids" uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "archives_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "bulk_import_rows" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"data" json NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"messages" text[],
	"fields" json,
	"record_id" uuid,
	CONSTRAINT "bulk_import_rows_organization_id_import_id_row_pk" PRIMARY KEY("organization_id","import_id","row")
);
--> statement-breakpoint
CREATE TABLE "bulk_imports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"dry_run" boolean NOT NULL,
	"emit_events" boolean NOT NULL,
	"total" integer NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"ignored_fields" text[] DEFAULT '{}' NOT NULL,
	"file_sha256" text,
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_imports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "calendars" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendars_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "add_ons" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"price_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"media_types" text[],
	"duration_minutes" integer,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"size_tiers" json,
	"tax_basis_points" integer,
	CONSTRAINT "add_ons_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "add_ons_price" CHECK ("add_ons"."price_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"percent_basis_points" integer,
	"discount_amount" bigint,
	"currency" text,
	"starts_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"max_redemptions" integer,
	"redemptions" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discounts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "discounts_kind" CHECK (("discounts"."percent_basis_points" is null) <> ("discounts"."discount_amount" is null)),
	CONSTRAINT "discounts_redemptions" CHECK ("discounts"."redemptions" >= 0 and ("discounts"."max_redemptions" is null or "discounts"."redemptions" <= "discounts"."max_redemptions"))
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"price_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"media_types" text[],
	"duration_minutes" integer,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"size_tiers" json,
	"tax_basis_points" integer,
	CONSTRAINT "packages_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "packages_price" CHECK ("packages"."price_amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "client_deliveries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_encrypted" text NOT NULL,
	"message" text,
	"expires_at" timestamp (3) with time zone,
	"delivered_by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"approved_by_user_id" uuid,
	"revision_requested_at" timestamp (3) with time zone,
	"revision_comment" text,
	"media_ids" uuid[] NOT NULL,
	"first_viewed_at" timestamp (3) with time zone,
	"last_viewed_at" timestamp (3) with time zone,
	"view_count" integer DEFAULT 0 NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	"locked_at" timestamp (3) with time zone,
	"unlocked_at" timestamp (3) with time zone,
	"unlock_reason" text,
	"unlocked_by_user_id" uuid,
	"unlock_note" text,
	CONSTRAINT "client_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by_id" uuid,
	CONSTRAINT "api_keys_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."scopes" <@ array['READ','WRITE','ADMIN','BULK_IMPORT','WEBHOOKS'] and cardinality("api_keys"."scopes") > 0)
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_windows" (
	"subject" text PRIMARY KEY NOT NULL,
	"hits" bigint[] NOT NULL,
	"allowed" boolean NOT NULL,
	"judged_at" bigint NOT NULL,
	"judged_day" integer DEFAULT floor(extract(epoch from now()) / 86400)::int NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"company" text,
	"notes" text,
	"external_id" text,
	"language" text,
	"mail_opt_out" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" tsvector,
	"lock_downloads" boolean,
	CONSTRAINT "customers_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "customers_language" CHECK ("customers"."language" in ('en','es'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" uuid NOT NULL,
	"credential" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"status" smallint,
	"body" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_credential_route_key_pk" PRIMARY KEY("organization_id","credential","route","key")
);
--> statement-breakpoint
CREATE TABLE "invoice_numbers" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" text,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"customer_id" uuid NOT NULL,
	"project_id" uuid,
	"currency" text NOT NULL,
	"line_items" json NOT NULL,
	"subtotal_amount" bigint NOT NULL,
	"discount_amount" bigint NOT NULL,
	"discount_rule" json,
	"tax_amount" bigint NOT NULL,
	"total_amount" bigint NOT NULL,
	"due_date" date,
	"notes" text,
	"sent_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"method" text,
	"reference" text,
	"voided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"disputed_amount" bigint DEFAULT 0 NOT NULL,
	"is_fee" boolean DEFAULT false NOT NULL,
	"project_ids" uuid[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "invoices_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('DRAFT','SENT','PAID','VOIDED'))
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"upload_key" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"reason" text,
	"next_key" text,
	"key" text,
	"previous_key" text,
	"width" integer,
	"height" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"recipient" text NOT NULL,
	"user_id" uuid,
	"customer_id" uuid,
	"project_id" uuid,
	"delivery_id" uuid,
	"revision_id" uuid,
	"subscription_id" uuid,
	"invitation_hash" "bytea",
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"invoice_id" uuid,
	"payment_id" uuid,
	"reschedule_id" uuid,
	"order_id" uuid,
	"lead_id" uuid,
	CONSTRAINT "mails_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('INVITATION','PASSWORD_RESET','DELIVERY','REVISION_REQUEST','WEBHOOK_DISABLED','INVOICE','RECEIPT','RESCHEDULE','PORTAL_SIGN_IN','ORDER_REQUESTED','ORDER_CONFIRMED','ORDER_DECLINED','ORDER_CANCELLED','NEW_ORDER','ORDER_CHANGED','NEW_LEAD')),
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('WAITING','SENT','FAILED','CANCELLED')),
	CONSTRAINT "mails_ended" CHECK (("mails"."status" = 'WAITING') = ("mails"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "password_reset_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unsubscribe_tokens" (
	"token_hash" "bytea" NOT NULL,
	"organization_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unsubscribe_tokens_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"type" text NOT NULL,
	"filename" text NOT NULL,
	"key" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"cdn_url" text NOT NULL,
	"position" integer NOT NULL,
	"altered_from_media_id" uuid,
	"alteration_kind" text,
	"alteration_note" text,
	"replaces_media_id" uuid,
	"replaced_by_media_id" uuid,
	"uploaded_by_user_id" uuid,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "media_previews" (
	"organization_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"key_secret" "bytea" NOT NULL,
	"reason" text,
	"width" integer,
	"height" integer,
	"colour" text,
	"crc32" bigint,
	"mls_size" bigint,
	"mls_crc32" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"mark_state" text,
	"mark_secret" "bytea",
	"mark_attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_previews_organization_id_media_id_pk" PRIMARY KEY("organization_id","media_id"),
	CONSTRAINT "media_previews_mark" CHECK ((mark_state is null) = (mark_secret is null))
);
--> statement-breakpoint
CREATE TABLE "media_uploads" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"staging_key" text NOT NULL,
	"cdn_url" text NOT NULL,
	"etag" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"media_id" uuid,
	"swept_at" timestamp (3) with time zone,
	CONSTRAINT "media_uploads_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "object_removals" (
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "object_removals_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "move_marks" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"mark" uuid NOT NULL,
	"flipped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moved_credentials" (
	"credential_hash" "bytea" PRIMARY KEY NOT NULL,
	"cell" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_moves" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"step" text NOT NULL,
	"cell" text NOT NULL,
	"is_away" boolean DEFAULT false NOT NULL,
	"frozen_until" timestamp (3) with time zone,
	"quiet_until" timestamp (3) with time zone,
	"began_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"token_hash" "bytea" NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"moving" boolean DEFAULT false NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"account_id" uuid,
	"working_hours" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('ADMIN','MANAGER','TECHNICIAN','EDITOR'))
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"logo_url" text,
	"colour" text,
	"time_zone" text,
	"locale" text,
	"delivery_terms" text,
	"delivery_note" text,
	"contact_email" text,
	"contact_phone" text,
	"show_address_on_originals" boolean DEFAULT false NOT NULL,
	"technicians_start" boolean DEFAULT false NOT NULL,
	"editors_start" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tax_basis_points" integer,
	"size_unit" text DEFAULT 'SQFT' NOT NULL,
	"travel_zones" json,
	"lock_downloads" boolean,
	"change_policy" json
);
--> statement-breakpoint
CREATE TABLE "sign_in_networks" (
	"account_id" uuid NOT NULL,
	"network_hash" "bytea" NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_networks_account_id_network_hash_pk" PRIMARY KEY("account_id","network_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"person_id" uuid,
	"password_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_or_person" CHECK (("users"."email" is null) <> ("users"."person_id" is null))
);
--> statement-breakpoint
CREATE TABLE "project_status_changes" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"changed_by_user_id" uuid,
	"changed_by_api_key_id" uuid,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text,
	"is_first" boolean DEFAULT true NOT NULL,
	"shoot_ended_at" timestamp (3) with time zone,
	CONSTRAINT "project_status_changes_organization_id_project_id_id_pk" PRIMARY KEY("organization_id","project_id","id")
);
--> statement-breakpoint
CREATE TABLE "project_status_counts" (
	"organization_id" uuid NOT NULL,
	"shard" smallint NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"shooting" integer DEFAULT 0 NOT NULL,
	"uploaded" integer DEFAULT 0 NOT NULL,
	"editing" integer DEFAULT 0 NOT NULL,
	"in_review" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"in_revision" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "project_status_counts_organization_id_shard_pk" PRIMARY KEY("organization_id","shard")
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "projects" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"scheduled_time" timestamp (3) with time zone NOT NULL,
	"address_line1" text,
	"address_line2" text,
	"city" text,
	"region" text,
	"postal_code" text,
	"country_code" text,
	"lat" double precision,
	"lng" double precision,
	"notes" text,
	"customer_id" uuid,
	"package_id" uuid,
	"project_manager_id" uuid,
	"technician_id" uuid,
	"editor_id" uuid,
	"media_types" text[],
	"estimated_duration" integer,
	"selected_add_on_ids" uuid[],
	"booking_answers" json,
	"discount_id" uuid,
	"discount_code" text,
	"external_id" text,
	"delivered_at" timestamp (3) with time zone,
	"approved_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"status_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" tsvector,
	"property_size" integer,
	CONSTRAINT "projects_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "projects_status" CHECK ("projects"."status" in ('PENDING','BOOKED','SHOOTING','UPLOADED','EDITING','IN_REVIEW','DELIVERED','IN_REVISION','CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "public_originals" (
	"organization_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"public_id" text NOT NULL,
	"project_id" uuid NOT NULL,
	"original_media_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"note" text,
	"altered_key" text,
	"original_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_originals_organization_id_media_id_pk" PRIMARY KEY("organization_id","media_id")
);
--> statement-breakpoint
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
CREATE TABLE "revision_items" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"revision_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"media_id" uuid NOT NULL,
	"comment" text NOT NULL,
	"x" double precision,
	"y" double precision,
	"time" double precision,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"answer" text,
	"resolved_media_id" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "revision_items_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "revision_items_spot" CHECK ((x is null) = (y is null))
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"comment" text,
	"requested_by_user_id" uuid,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "revisions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"data" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"quiet" boolean DEFAULT false NOT NULL,
	CONSTRAINT "events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"organization_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"response_status" smallint,
	"error" text,
	"response_body" text,
	CONSTRAINT "webhook_attempts_organization_id_delivery_id_attempt_pk" PRIMARY KEY("organization_id","delivery_id","attempt")
) PARTITION BY RANGE ("delivery_id");
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"by_hand" boolean DEFAULT false NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"last_attempt_at" timestamp (3) with time zone,
	"response_status" smallint,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('PENDING','RETRYING','SUCCEEDED','FAILED','CANCELLED'))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
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
CREATE TABLE "webhook_moments" (
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"per_second" integer NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "webhook_moments_organization_id_subscription_id_pk" PRIMARY KEY("organization_id","subscription_id")
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "webhook_pauses" (
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_pauses_organization_id_subscription_id_began_at_pk" PRIMARY KEY("organization_id","subscription_id","began_at")
);
--> statement-breakpoint
CREATE TABLE "webhook_subscriptions" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"secret_encrypted" text NOT NULL,
	"previous_secret_encrypted" text,
	"previous_secret_until" timestamp (3) with time zone,
	"disabled_reason" text,
	"description" text,
	"metadata" json DEFAULT '{}'::json NOT NULL,
	"header_names" text[] DEFAULT '{}' NOT NULL,
	"headers_encrypted" text,
	"filter" jsonb,
	"max_per_second" integer,
	"standard_webhooks" boolean DEFAULT false NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_subscriptions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "time_off" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "time_off_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "time_off_order" CHECK (ends_at > starts_at)
);
--> statement-breakpoint
CREATE TABLE "pay_links" (
	"organization_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"token_encrypted" text,
	CONSTRAINT "pay_links_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "payment_accounts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"secret_key_encrypted" text NOT NULL,
	"webhook_secret_encrypted" text,
	"previous_webhook_secret_encrypted" text,
	"token_hash" "bytea" NOT NULL,
	"token_encrypted" text NOT NULL,
	"livemode" boolean,
	"account_name" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_accounts_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
CREATE TABLE "payment_hints" (
	"organization_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"payment_id" uuid,
	"provider_payment_id" text,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "payment_hints_organization_id_event_id_pk" PRIMARY KEY("organization_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"invoice_id" uuid,
	"order_id" uuid,
	"customer_id" uuid,
	"provider" text NOT NULL,
	"provider_payment_id" text,
	"checkout_id" text,
	"checkout_url" text,
	"checkout_expires_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"payment_amount" bigint NOT NULL,
	"tip_amount" bigint DEFAULT 0 NOT NULL,
	"unapplied_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"disputed_amount" bigint DEFAULT 0 NOT NULL,
	"refund_due_amount" bigint DEFAULT 0 NOT NULL,
	"refund_failed_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"method" text,
	"failure_code" text,
	"livemode" boolean,
	"next_read_at" timestamp (3) with time zone,
	"reads" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "payments_amounts" CHECK (payment_amount >= 0 and tip_amount >= 0 and unapplied_amount >= 0 and refunded_amount >= 0 and disputed_amount >= 0 and refund_due_amount >= 0 and refund_failed_amount >= 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"refund_amount" bigint NOT NULL,
	"reason" text,
	"status" text NOT NULL,
	"failure_code" text,
	"provider_refund_id" text,
	"created_by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "refunds_amount" CHECK (refund_amount > 0)
);
--> statement-breakpoint
CREATE TABLE "order_forms" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"package_ids" uuid[] NOT NULL,
	"add_on_ids" uuid[] NOT NULL,
	"questions" json NOT NULL,
	"scheduling" text NOT NULL,
	"slot_minutes" integer NOT NULL,
	"notice_hours" integer NOT NULL,
	"horizon_days" integer NOT NULL,
	"travel_minutes" integer NOT NULL,
	"technician_ids" uuid[],
	"payment" text NOT NULL,
	"deposit_basis_points" integer,
	"confirmation" text NOT NULL,
	"terms" text,
	"frame_ancestors" text[] NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_forms_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "order_forms_deposit" CHECK ((payment = 'DEPOSIT') = (deposit_basis_points is not null))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"status" text NOT NULL,
	"hold_token_hash" "bytea" NOT NULL,
	"token_hash" "bytea",
	"token_encrypted" text,
	"hold_expires_at" timestamp (3) with time zone,
	"network_hash" "bytea",
	"starts_at" timestamp (3) with time zone,
	"duration_minutes" integer NOT NULL,
	"technician_id" uuid,
	"selection" json NOT NULL,
	"property_size" integer,
	"address_line1" text,
	"address_line2" text,
	"city" text,
	"region" text,
	"postal_code" text,
	"country_code" text,
	"lat" double precision,
	"lng" double precision,
	"answers" json,
	"customer_name" text,
	"customer_email" text,
	"customer_phone" text,
	"language" text,
	"accepted_terms_at" timestamp (3) with time zone,
	"change_policy" json,
	"line_items" json,
	"discount_rule" json,
	"total_amount" bigint,
	"due_amount" bigint,
	"currency" text,
	"customer_id" uuid,
	"project_id" uuid,
	"invoice_id" uuid,
	"order_conflict" boolean DEFAULT false NOT NULL,
	"placed_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "project_reschedules" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"visit_id" uuid,
	"previous_time" timestamp (3) with time zone NOT NULL,
	"scheduled_time" timestamp (3) with time zone NOT NULL,
	"by_customer" boolean NOT NULL,
	"reason" text,
	"fee_amount" bigint NOT NULL,
	"currency" text,
	"is_fee_waived" boolean NOT NULL,
	"fee_invoice_id" uuid,
	"changed_by_user_id" uuid,
	"changed_by_api_key_id" uuid,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_reschedules_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "project_visits" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scheduled_time" timestamp (3) with time zone NOT NULL,
	"duration_minutes" integer,
	"technician_id" uuid,
	"status" text DEFAULT 'PLANNED' NOT NULL,
	"is_mirrored" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_visits_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "project_visits_kind" CHECK (kind in ('SHOOT','TWILIGHT','RESHOOT','OTHER')),
	CONSTRAINT "project_visits_status" CHECK (status in ('PLANNED','DONE','CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "billed_projects" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"is_billed" boolean DEFAULT true NOT NULL,
	CONSTRAINT "billed_projects_organization_id_project_id_invoice_id_pk" PRIMARY KEY("organization_id","project_id","invoice_id")
);
--> statement-breakpoint
CREATE TABLE "customer_group_members" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "customer_group_members_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_groups" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"billing" text NOT NULL,
	"billing_customer_id" uuid,
	"payment_terms" text NOT NULL,
	"net_days" integer,
	"lock_downloads" boolean,
	"discount_basis_points" integer,
	"prices" json DEFAULT '[]'::json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_groups_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "customer_groups_billing" CHECK (("customer_groups"."billing" = 'GROUP') = ("customer_groups"."billing_customer_id" is not null)),
	CONSTRAINT "customer_groups_terms" CHECK (("customer_groups"."payment_terms" = 'NET_DAYS') = ("customer_groups"."net_days" is not null))
);
--> statement-breakpoint
CREATE TABLE "portal_sessions" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portal_sessions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "portal_sign_in_requests" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "portal_sign_in_requests_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "portal_sign_ins" (
	"organization_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"customer_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portal_sign_ins_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leads_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "website_views" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"which" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "website_views_organization_id_project_id_day_which_pk" PRIMARY KEY("organization_id","project_id","day","which")
);
--> statement-breakpoint
CREATE TABLE "websites" (
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"status" text NOT NULL,
	"headline" text,
	"description" text,
	"facts" json NOT NULL,
	"contacts" json NOT NULL,
	"media_ids" uuid[],
	"tours" json NOT NULL,
	"lead_form" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"public_id" text NOT NULL,
	"tour_public_id" text NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "websites_organization_id_project_id_pk" PRIMARY KEY("organization_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_delivery" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."client_deliveries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_import_rows" ADD CONSTRAINT "bulk_import_rows_import" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."bulk_imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD CONSTRAINT "bulk_imports_creator" FOREIGN KEY ("organization_id","created_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "add_ons" ADD CONSTRAINT "add_ons_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD CONSTRAINT "client_deliveries_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD CONSTRAINT "client_deliveries_user" FOREIGN KEY ("organization_id","delivered_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD CONSTRAINT "client_deliveries_approver" FOREIGN KEY ("organization_id","approved_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_creator" FOREIGN KEY ("organization_id","created_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replacement" FOREIGN KEY ("organization_id","replaced_by_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_numbers" ADD CONSTRAINT "invoice_numbers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logos" ADD CONSTRAINT "logos_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_delivery" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."client_deliveries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_revision" FOREIGN KEY ("organization_id","revision_id") REFERENCES "public"."revisions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_subscription" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."webhook_subscriptions"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscribe_tokens" ADD CONSTRAINT "unsubscribe_tokens_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_uploader" FOREIGN KEY ("organization_id","uploaded_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_previews" ADD CONSTRAINT "media_previews_media" FOREIGN KEY ("organization_id","media_id") REFERENCES "public"."media"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_uploads" ADD CONSTRAINT "media_uploads_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_networks" ADD CONSTRAINT "sign_in_networks_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_status_changes" ADD CONSTRAINT "project_status_changes_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_status_changes" ADD CONSTRAINT "project_status_changes_user" FOREIGN KEY ("organization_id","changed_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_status_changes" ADD CONSTRAINT "project_status_changes_api_key" FOREIGN KEY ("organization_id","changed_by_api_key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_package" FOREIGN KEY ("organization_id","package_id") REFERENCES "public"."packages"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_discount" FOREIGN KEY ("organization_id","discount_id") REFERENCES "public"."discounts"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_project_manager" FOREIGN KEY ("organization_id","project_manager_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_technician" FOREIGN KEY ("organization_id","technician_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_editor" FOREIGN KEY ("organization_id","editor_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_originals" ADD CONSTRAINT "public_originals_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_calls" ADD CONSTRAINT "api_key_calls_key" FOREIGN KEY ("organization_id","api_key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_items" ADD CONSTRAINT "revision_items_revision" FOREIGN KEY ("organization_id","revision_id") REFERENCES "public"."revisions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_delivery" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."client_deliveries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_subscription" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."webhook_subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_moments" ADD CONSTRAINT "webhook_moments_subscription" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."webhook_subscriptions"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_pauses" ADD CONSTRAINT "webhook_pauses_subscription" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."webhook_subscriptions"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "archives_token_hash_unique" ON "archives" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "archives_expired" ON "archives" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bulk_import_rows_status" ON "bulk_import_rows" USING btree ("organization_id","import_id","status","row");--> statement-breakpoint
CREATE INDEX "bulk_imports_newest" ON "bulk_imports" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bulk_imports_unfinished" ON "bulk_imports" USING btree ("organization_id","created_at","id") WHERE status <> 'COMPLETED';--> statement-breakpoint
CREATE UNIQUE INDEX "calendars_token_hash_unique" ON "calendars" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "add_ons_newest" ON "add_ons" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "discounts_code_unique" ON "discounts" USING btree ("organization_id",lower("code")) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "discounts_newest" ON "discounts" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "packages_newest" ON "packages" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "client_deliveries_token_hash_unique" ON "client_deliveries" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "client_deliveries_of_project" ON "client_deliveries" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_deliveries_in_force" ON "client_deliveries" USING btree ("organization_id","project_id") WHERE superseded_at is null and revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash_unique" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_newest" ON "api_keys" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rate_windows_day" ON "rate_windows" USING btree ("judged_day");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_unique" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email_unique" ON "customers" USING btree ("organization_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "customers_external_id_unique" ON "customers" USING btree ("organization_id","external_id");--> statement-breakpoint
CREATE INDEX "customers_newest" ON "customers" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_words" ON "customers" USING gin (words) WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_unique" ON "invoices" USING btree ("organization_id","number");--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("organization_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("organization_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_project" ON "invoices" USING btree ("organization_id","project_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "logos_pending" ON "logos" USING btree ("updated_at") WHERE state = 'PENDING';--> statement-breakpoint
CREATE INDEX "media_previews_unmarked" ON "media_previews" USING btree ("organization_id","created_at") WHERE mark_state = 'PENDING' and state = 'READY';--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("organization_id","next_attempt_at") WHERE status = 'WAITING';--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_of_project" ON "mails" USING btree ("organization_id","project_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_of_customer" ON "mails" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "mails_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "password_reset_requests_age" ON "password_reset_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "password_resets_of_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_expiry" ON "password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "unsubscribe_tokens_token_hash_unique" ON "unsubscribe_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "unsubscribe_tokens_of_customer" ON "unsubscribe_tokens" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_key_unique" ON "media" USING btree ("organization_id","key");--> statement-breakpoint
CREATE INDEX "media_of_project" ON "media" USING btree ("organization_id","project_id","position","id");--> statement-breakpoint
CREATE INDEX "media_previews_pending" ON "media_previews" USING btree ("organization_id","created_at") WHERE state = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "media_uploads_key_unique" ON "media_uploads" USING btree ("organization_id","key");--> statement-breakpoint
CREATE INDEX "media_uploads_of_project" ON "media_uploads" USING btree ("organization_id","project_id","filename","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "media_uploads_unconfirmed" ON "media_uploads" USING btree ("created_at") WHERE media_id is null and swept_at is null;--> statement-breakpoint
CREATE INDEX "object_removals_due" ON "object_removals" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_hash_unique" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_of_member" ON "invitations" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "invitations_expiry" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "memberships_newest" ON "memberships" USING btree ("organization_id","created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "memberships_of_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "projects_external_id_unique" ON "projects" USING btree ("organization_id","external_id");--> statement-breakpoint
CREATE INDEX "projects_created" ON "projects" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_scheduled" ON "projects" USING btree ("organization_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_updated" ON "projects" USING btree ("organization_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_status_created" ON "projects" USING btree ("organization_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_status_scheduled" ON "projects" USING btree ("organization_id","status","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_status_updated" ON "projects" USING btree ("organization_id","status","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "projects_customer_created" ON "projects" USING btree ("organization_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "projects_customer_scheduled" ON "projects" USING btree ("organization_id","customer_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "projects_customer_updated" ON "projects" USING btree ("organization_id","customer_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "projects_technician_created" ON "projects" USING btree ("organization_id","technician_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is not null;--> statement-breakpoint
CREATE INDEX "projects_technician_scheduled" ON "projects" USING btree ("organization_id","technician_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is not null;--> statement-breakpoint
CREATE INDEX "projects_technician_updated" ON "projects" USING btree ("organization_id","technician_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is not null;--> statement-breakpoint
CREATE INDEX "projects_no_technician_created" ON "projects" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is null;--> statement-breakpoint
CREATE INDEX "projects_no_technician_scheduled" ON "projects" USING btree ("organization_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is null;--> statement-breakpoint
CREATE INDEX "projects_no_technician_updated" ON "projects" USING btree ("organization_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is null;--> statement-breakpoint
CREATE INDEX "projects_no_editor_created" ON "projects" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is null;--> statement-breakpoint
CREATE INDEX "projects_no_editor_scheduled" ON "projects" USING btree ("organization_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is null;--> statement-breakpoint
CREATE INDEX "projects_no_editor_updated" ON "projects" USING btree ("organization_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is null;--> statement-breakpoint
CREATE INDEX "projects_editor_created" ON "projects" USING btree ("organization_id","editor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is not null;--> statement-breakpoint
CREATE INDEX "projects_editor_scheduled" ON "projects" USING btree ("organization_id","editor_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is not null;--> statement-breakpoint
CREATE INDEX "projects_editor_updated" ON "projects" USING btree ("organization_id","editor_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is not null;--> statement-breakpoint
CREATE INDEX "projects_manager_created" ON "projects" USING btree ("organization_id","project_manager_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE project_manager_id is not null;--> statement-breakpoint
CREATE INDEX "projects_manager_scheduled" ON "projects" USING btree ("organization_id","project_manager_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE project_manager_id is not null;--> statement-breakpoint
CREATE INDEX "projects_manager_updated" ON "projects" USING btree ("organization_id","project_manager_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE project_manager_id is not null;--> statement-breakpoint
CREATE INDEX "projects_words" ON "projects" USING gin (words) WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE UNIQUE INDEX "public_originals_public_id_unique" ON "public_originals" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "public_originals_of_project" ON "public_originals" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "api_key_calls_day" ON "api_key_calls" USING btree ("day");--> statement-breakpoint
CREATE INDEX "api_requests_of_class" ON "api_requests" USING btree ("organization_id",(status / 100),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_requests_of_status" ON "api_requests" USING btree ("organization_id","status","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_requests_of_route" ON "api_requests" USING btree ("organization_id","route","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_requests_of_key" ON "api_requests" USING btree ("organization_id","api_key_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_requests_of_user" ON "api_requests" USING btree ("organization_id","user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "revision_items_of_revision" ON "revision_items" USING btree ("organization_id","revision_id","position");--> statement-breakpoint
CREATE INDEX "revision_items_open" ON "revision_items" USING btree ("organization_id","project_id") WHERE status = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_of_project" ON "revisions" USING btree ("organization_id","project_id","round");--> statement-breakpoint
CREATE INDEX "events_of_name" ON "events" USING btree ("organization_id","name","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "events_of_project" ON "events" USING btree ("organization_id",event_project(data),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_subscription" ON "webhook_deliveries" USING btree ("organization_id","subscription_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_event" ON "webhook_deliveries" USING btree ("organization_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_name" ON "webhook_deliveries" USING btree ("organization_id","event","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_not_succeeded" ON "webhook_deliveries" USING btree ("organization_id","id" DESC NULLS FIRST) WHERE status in ('PENDING', 'RETRYING', 'FAILED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE status in ('PENDING', 'RETRYING');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_unsuccessful" ON "webhook_deliveries" USING btree ("organization_id","subscription_id","finished_at") WHERE status in ('FAILED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "webhook_hours_age" ON "webhook_hours" USING btree ("hour");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_subscriptions_url_unique" ON "webhook_subscriptions" USING btree ("organization_id","url") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhook_subscriptions_newest" ON "webhook_subscriptions" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
ALTER TABLE "time_off" ADD CONSTRAINT "time_off_member" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_links" ADD CONSTRAINT "pay_links_invoice" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_hints" ADD CONSTRAINT "payment_hints_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment" FOREIGN KEY ("organization_id","payment_id") REFERENCES "public"."payments"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_user" FOREIGN KEY ("organization_id","created_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "time_off_newest" ON "time_off" USING btree ("organization_id","user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "time_off_of_member" ON "time_off" USING btree ("organization_id","user_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_links_token_hash_unique" ON "pay_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_token_hash_unique" ON "payment_accounts" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "payment_hints_due" ON "payment_hints" USING btree ("received_at") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("organization_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("organization_id","invoice_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("organization_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_unique" ON "payments" USING btree ("organization_id","provider_payment_id") WHERE provider = 'STRIPE' and provider_payment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open_checkout" ON "payments" USING btree ("organization_id","invoice_id") WHERE provider = 'STRIPE' and status = 'PENDING';--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_read_at") WHERE next_read_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("organization_id","payment_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider_unique" ON "refunds" USING btree ("organization_id","provider_refund_id") WHERE provider_refund_id is not null;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD CONSTRAINT "client_deliveries_unlocker" FOREIGN KEY ("organization_id","unlocked_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_invoice" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_payment" FOREIGN KEY ("organization_id","payment_id") REFERENCES "public"."payments"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pay_links_of_invoice" ON "pay_links" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_links_of_staff" ON "pay_links" USING btree ("organization_id","invoice_id") WHERE not is_mailed;--> statement-breakpoint
ALTER TABLE "order_forms" ADD CONSTRAINT "order_forms_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_form" FOREIGN KEY ("organization_id","form_id") REFERENCES "public"."order_forms"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_technician" FOREIGN KEY ("organization_id","technician_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_invoice" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_forms_public_id_unique" ON "order_forms" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "order_forms_newest" ON "order_forms" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_hold_token_hash_unique" ON "orders" USING btree ("hold_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_token_hash_unique" ON "orders" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_project_unique" ON "orders" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("organization_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_form" ON "orders" USING btree ("organization_id","form_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_busy" ON "orders" USING btree ("organization_id","starts_at") WHERE status in ('HELD', 'PAYMENT_DUE', 'REQUESTED');--> statement-breakpoint
CREATE INDEX "orders_live_holds" ON "orders" USING btree ("organization_id","hold_expires_at") WHERE status in ('HELD', 'PAYMENT_DUE');--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("hold_expires_at") WHERE status in ('HELD', 'PAYMENT_DUE');--> statement-breakpoint
CREATE INDEX "orders_ended" ON "orders" USING btree ("ended_at") WHERE status in ('EXPIRED', 'DECLINED') and (customer_email is not null or placed_at is null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."orders"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open_order_checkout" ON "payments" USING btree ("organization_id","order_id") WHERE provider = 'STRIPE' and status = 'PENDING';--> statement-breakpoint
ALTER TABLE "project_reschedules" ADD CONSTRAINT "project_reschedules_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reschedules" ADD CONSTRAINT "project_reschedules_visit" FOREIGN KEY ("organization_id","visit_id") REFERENCES "public"."project_visits"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reschedules" ADD CONSTRAINT "project_reschedules_invoice" FOREIGN KEY ("organization_id","fee_invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reschedules" ADD CONSTRAINT "project_reschedules_user" FOREIGN KEY ("organization_id","changed_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_reschedules" ADD CONSTRAINT "project_reschedules_api_key" FOREIGN KEY ("organization_id","changed_by_api_key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_visits" ADD CONSTRAINT "project_visits_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_visits" ADD CONSTRAINT "project_visits_technician" FOREIGN KEY ("organization_id","technician_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_reschedules_of_project" ON "project_reschedules" USING btree ("organization_id","project_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "project_visits_newest" ON "project_visits" USING btree ("organization_id","project_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "project_visits_mirrored" ON "project_visits" USING btree ("organization_id","project_id") WHERE is_mirrored;--> statement-breakpoint
CREATE INDEX "project_visits_technician" ON "project_visits" USING btree ("organization_id","technician_id","scheduled_time","id") WHERE not is_mirrored and status <> 'CANCELLED';--> statement-breakpoint
CREATE INDEX "project_visits_scheduled" ON "project_visits" USING btree ("organization_id","scheduled_time","id") WHERE not is_mirrored and status <> 'CANCELLED';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_reschedule" FOREIGN KEY ("organization_id","reschedule_id") REFERENCES "public"."project_reschedules"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billed_projects" ADD CONSTRAINT "billed_projects_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billed_projects" ADD CONSTRAINT "billed_projects_invoice" FOREIGN KEY ("organization_id","invoice_id") REFERENCES "public"."invoices"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_group_members" ADD CONSTRAINT "customer_group_members_group" FOREIGN KEY ("organization_id","group_id") REFERENCES "public"."customer_groups"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_group_members" ADD CONSTRAINT "customer_group_members_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_groups" ADD CONSTRAINT "customer_groups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_groups" ADD CONSTRAINT "customer_groups_billing_customer" FOREIGN KEY ("organization_id","billing_customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billed_projects_once" ON "billed_projects" USING btree ("organization_id","project_id") WHERE is_billed;--> statement-breakpoint
CREATE INDEX "billed_projects_of_invoice" ON "billed_projects" USING btree ("organization_id","invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_group_members_one" ON "customer_group_members" USING btree ("organization_id","customer_id") WHERE left_at is null;--> statement-breakpoint
CREATE INDEX "customer_group_members_newest" ON "customer_group_members" USING btree ("organization_id","group_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_group_members_customer" ON "customer_group_members" USING btree ("organization_id","customer_id","left_at");--> statement-breakpoint
CREATE INDEX "customer_groups_newest" ON "customer_groups" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_groups_billed" ON "customer_groups" USING btree ("organization_id","billing_customer_id");--> statement-breakpoint
CREATE INDEX "projects_delivered" ON "projects" USING btree ("organization_id","customer_id","delivered_at") WHERE status = 'DELIVERED';--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD CONSTRAINT "portal_sessions_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sign_in_requests" ADD CONSTRAINT "portal_sign_in_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_sign_ins" ADD CONSTRAINT "portal_sign_ins_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sessions_token_hash_unique" ON "portal_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "portal_sessions_of_customer" ON "portal_sessions" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "portal_sessions_expiry" ON "portal_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "portal_sign_in_requests_age" ON "portal_sign_in_requests" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_sign_ins_token_hash_unique" ON "portal_sign_ins" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "portal_sign_ins_of_customer" ON "portal_sign_ins" USING btree ("organization_id","customer_id");--> statement-breakpoint
CREATE INDEX "portal_sign_ins_expiry" ON "portal_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("organization_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "pay_links_of_portal" ON "pay_links" USING btree ("organization_id","invoice_id") WHERE token_encrypted is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order" FOREIGN KEY ("organization_id","order_id") REFERENCES "public"."orders"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_of_order" ON "mails" USING btree ("organization_id","order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("organization_id","order_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree ("organization_id",lower("customer_email"),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE customer_id is null and customer_email is not null;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_views" ADD CONSTRAINT "website_views_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "websites" ADD CONSTRAINT "websites_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leads_newest" ON "leads" USING btree ("organization_id","project_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "leads_created" ON "leads" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "websites_public_id_unique" ON "websites" USING btree ("public_id");--> statement-breakpoint
CREATE UNIQUE INDEX "websites_tour_public_id_unique" ON "websites" USING btree ("tour_public_id");--> statement-breakpoint
CREATE INDEX "client_deliveries_made" ON "client_deliveries" USING btree ("organization_id","created_at","project_id","revision_requested_at");--> statement-breakpoint
CREATE INDEX "invoices_sent" ON "invoices" USING btree ("organization_id","sent_at","currency","total_amount") WHERE status in ('SENT','PAID');--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("organization_id","succeeded_at","currency","payment_amount","tip_amount") WHERE status = 'SUCCEEDED';--> statement-breakpoint
CREATE INDEX "refunds_made" ON "refunds" USING btree ("organization_id","created_at","payment_id","refund_amount") WHERE status = 'SUCCEEDED';--> statement-breakpoint
CREATE INDEX "project_status_changes_reported" ON "project_status_changes" USING btree ("organization_id","to_status","changed_at","project_id","shoot_ended_at") WHERE is_first and to_status in ('BOOKED','DELIVERED','CANCELLED');--> statement-breakpoint
CREATE INDEX "project_visits_cancelled" ON "project_visits" USING btree ("organization_id","scheduled_time") WHERE status = 'CANCELLED';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_lead" FOREIGN KEY ("organization_id","lead_id") REFERENCES "public"."leads"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_of_lead" ON "mails" USING btree ("organization_id","lead_id") WHERE lead_id is not null;--> statement-breakpoint
CREATE FUNCTION set_project_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := organization_words(NEW.organization_id,
    NEW.address_line1, NEW.address_line2, NEW.city, NEW.region, NEW.postal_code, NEW.notes);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "projects_words" BEFORE INSERT OR UPDATE OF
  "address_line1", "address_line2", "city", "region", "postal_code", "notes" ON "projects"
FOR EACH ROW EXECUTE FUNCTION set_project_words();
--> statement-breakpoint
CREATE FUNCTION set_customer_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := organization_words(NEW.organization_id, NEW.name, NEW.email, NEW.company);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "customers_words" BEFORE INSERT OR UPDATE OF "name", "email", "company" ON "customers"
FOR EACH ROW EXECUTE FUNCTION set_customer_words();
--> statement-breakpoint
-- Records when a subscription is off. A trigger, so no writer can forget it. Reopens the last pause instead of adding
-- one if it ended less than 15 seconds ago (recovery adds a margin anyway) or is the hundredth (a bound for a
-- subscription that is switched on and off all day).
CREATE FUNCTION note_webhook_pause() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pauses integer;
  last_began timestamptz;
  last_ended timestamptz;
BEGIN
  IF NEW.active THEN
    UPDATE webhook_pauses SET ended_at = clock_timestamp()
    WHERE organization_id = NEW.organization_id AND subscription_id = NEW.id AND ended_at IS NULL;
    RETURN NULL;
  END IF;
  SELECT count(*), max(began_at), max(ended_at) INTO pauses, last_began, last_ended
  FROM webhook_pauses WHERE organization_id = NEW.organization_id AND subscription_id = NEW.id;
  IF pauses >= 100 OR last_ended > clock_timestamp() - interval '15 s' THEN
    UPDATE webhook_pauses SET ended_at = NULL
    WHERE organization_id = NEW.organization_id AND subscription_id = NEW.id
      AND began_at = last_began;
  ELSE
    INSERT INTO webhook_pauses (organization_id, subscription_id, began_at)
    VALUES (NEW.organization_id, NEW.id, clock_timestamp());
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_webhook_pause AFTER UPDATE OF active ON webhook_subscriptions
FOR EACH ROW WHEN (OLD.active IS DISTINCT FROM NEW.active) EXECUTE FUNCTION note_webhook_pause();
--> statement-breakpoint
-- Refuses writes of an organization that a move has frozen or that was moved away. Only tables in the source of a move
-- have the trigger, until the rows are dropped: docs/adr/0027-moves.md. The argument is the column with the
-- organization's id. Each writing transaction holds the shared lock until its end. The freeze and the flip take the lock
-- exclusively, so they come before a write or after its commit. The row is read after the lock, by a statement with a
-- separate snapshot. SECURITY DEFINER, because some processes that write these tables may not read
-- `organization_moves`.
CREATE FUNCTION refuse_moved_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization uuid;
  move organization_moves;
BEGIN
  IF TG_OP = 'DELETE' THEN
    organization := to_jsonb(OLD) ->> TG_ARGV[0];
  ELSE
    organization := to_jsonb(NEW) ->> TG_ARGV[0];
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('organizations.move:' || organization, 0));
  SELECT * INTO move FROM organization_moves WHERE organization_id = organization;
  IF (move.is_away OR move.step = 'FROZEN' AND move.frozen_until > clock_timestamp())
    AND current_setting('mediajobs.dropped_organization', true) IS DISTINCT FROM organization::text
  THEN
    RAISE EXCEPTION USING ERRCODE = 'MJ001',
      MESSAGE = format(CASE WHEN move.is_away THEN 'The organization %s was moved to the cell %s.'
        ELSE 'The organization %s is being moved to the cell %s.' END, organization, move.cell),
      DETAIL = json_build_object('cell', move.cell, 'isAway', move.is_away, 'seconds',
        CASE WHEN NOT move.is_away THEN extract(epoch FROM move.frozen_until - clock_timestamp())::float8 END);
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- `moving` tells whether a membership's organization has a row in `organization_moves`. Admission reads the membership
-- anyway, and looks for that row only if it is set. The lock orders a new membership before or after a new move: the
-- later one sees the other. Replicated memberships get the mark of this cell, not the other's.
CREATE FUNCTION mark_moving_member() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('organizations.move:' || NEW.organization_id, 0));
  NEW.moving := EXISTS (SELECT FROM organization_moves WHERE organization_id = NEW.organization_id);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "mark_moving_member" BEFORE INSERT ON "memberships"
FOR EACH ROW EXECUTE FUNCTION mark_moving_member();
--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ALWAYS TRIGGER "mark_moving_member";
--> statement-breakpoint
CREATE TRIGGER "mark_replicated_member" BEFORE UPDATE ON "memberships"
FOR EACH ROW EXECUTE FUNCTION mark_moving_member();
--> statement-breakpoint
ALTER TABLE "memberships" ENABLE REPLICA TRIGGER "mark_replicated_member";
--> statement-breakpoint
CREATE FUNCTION mark_moving_members() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE memberships SET moving = false WHERE organization_id = OLD.organization_id;
  ELSE
    PERFORM pg_advisory_xact_lock(hashtextextended('organizations.move:' || NEW.organization_id, 0));
    UPDATE memberships SET moving = true WHERE organization_id = NEW.organization_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "mark_moving_members" AFTER INSERT OR DELETE ON "organization_moves"
FOR EACH ROW EXECUTE FUNCTION mark_moving_members();
--> statement-breakpoint
-- The flip is replicated to the target after all rows, so the organization opens there immediately, even if the command
-- that moves it has died.
CREATE FUNCTION note_arrival() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE organization_moves SET step = 'ARRIVED', is_away = false, changed_at = clock_timestamp()
  WHERE organization_id = NEW.organization_id AND step = 'ARRIVING';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "note_arrival" AFTER INSERT OR UPDATE ON "move_marks"
FOR EACH ROW WHEN (NEW.flipped) EXECUTE FUNCTION note_arrival();
--> statement-breakpoint
-- ALWAYS: also fires for replicated rows.
ALTER TABLE "move_marks" ENABLE ALWAYS TRIGGER "note_arrival";
--> statement-breakpoint
SELECT make_day_partitions(14);
--> statement-breakpoint
CREATE INDEX "invoices_sent_to_customer" ON "invoices" USING btree ("organization_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'SENT';
--> statement-breakpoint
CREATE INDEX "invoices_updated" ON "invoices" USING btree ("organization_id","updated_at");
--> statement-breakpoint
CREATE INDEX "payments_updated" ON "payments" USING btree ("organization_id","updated_at");
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "provider" text NOT NULL;
--> statement-breakpoint
ALTER TABLE "time_off" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;

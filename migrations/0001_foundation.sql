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
	CONSTRAINT "api_keys_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."scopes" <@ array['READ','WRITE','ADMIN','BULK_IMPORT','WEBHOOKS'] and cardinality("api_keys"."scopes") > 0)
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_windows" (
	"subject" text PRIMARY KEY NOT NULL,
	"hits" bigint[] NOT NULL,
	"allowed" boolean NOT NULL,
	"judged_at" bigint NOT NULL
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('ADMIN','MANAGER','TECHNICIAN','EDITOR'))
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "projects_status" CHECK ("projects"."status" in ('PENDING','BOOKED','SHOOTING','UPLOADED','EDITING','IN_REVIEW','DELIVERED','IN_REVISION','CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"data" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
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
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"last_attempt_at" timestamp (3) with time zone,
	"response_status" smallint,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"claim_token" uuid,
	"claimed_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('PENDING','RETRYING','SUCCEEDED','FAILED','CANCELLED'))
) PARTITION BY RANGE ("id");
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
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_subscriptions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD CONSTRAINT "client_deliveries_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD CONSTRAINT "client_deliveries_user" FOREIGN KEY ("organization_id","delivered_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_creator" FOREIGN KEY ("organization_id","created_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_status_changes" ADD CONSTRAINT "project_status_changes_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_status_changes" ADD CONSTRAINT "project_status_changes_user" FOREIGN KEY ("organization_id","changed_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_status_changes" ADD CONSTRAINT "project_status_changes_api_key" FOREIGN KEY ("organization_id","changed_by_api_key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_project_manager" FOREIGN KEY ("organization_id","project_manager_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_technician" FOREIGN KEY ("organization_id","technician_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_editor" FOREIGN KEY ("organization_id","editor_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_subscription" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."webhook_subscriptions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_deliveries_token_hash_unique" ON "client_deliveries" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "client_deliveries_of_project" ON "client_deliveries" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_deliveries_in_force" ON "client_deliveries" USING btree ("organization_id","project_id") WHERE superseded_at is null and revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash_unique" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_newest" ON "api_keys" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_unique" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email_unique" ON "customers" USING btree ("organization_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "customers_external_id_unique" ON "customers" USING btree ("organization_id","external_id");--> statement-breakpoint
CREATE INDEX "customers_newest" ON "customers" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("organization_id",search_words(name, email, company));--> statement-breakpoint
CREATE INDEX "invitations_of_member" ON "invitations" USING btree ("organization_id","user_id");--> statement-breakpoint
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
CREATE INDEX "projects_editor_created" ON "projects" USING btree ("organization_id","editor_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is not null;--> statement-breakpoint
CREATE INDEX "projects_editor_scheduled" ON "projects" USING btree ("organization_id","editor_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is not null;--> statement-breakpoint
CREATE INDEX "projects_editor_updated" ON "projects" USING btree ("organization_id","editor_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is not null;--> statement-breakpoint
CREATE INDEX "projects_manager_created" ON "projects" USING btree ("organization_id","project_manager_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE project_manager_id is not null;--> statement-breakpoint
CREATE INDEX "projects_manager_scheduled" ON "projects" USING btree ("organization_id","project_manager_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE project_manager_id is not null;--> statement-breakpoint
CREATE INDEX "projects_manager_updated" ON "projects" USING btree ("organization_id","project_manager_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE project_manager_id is not null;--> statement-breakpoint
CREATE INDEX "projects_search" ON "projects" USING gin ("organization_id",search_words(address_line1, address_line2, city, region, postal_code, notes));--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_subscription" ON "webhook_deliveries" USING btree ("organization_id","subscription_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE status in ('PENDING', 'RETRYING');--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_subscriptions_url_unique" ON "webhook_subscriptions" USING btree ("organization_id","url") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhook_subscriptions_newest" ON "webhook_subscriptions" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
SELECT make_day_partitions(14);

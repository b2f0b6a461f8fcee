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
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_previews_organization_id_media_id_pk" PRIMARY KEY("organization_id","media_id")
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
ALTER TABLE "client_deliveries" ADD COLUMN "media_ids" uuid[];--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD COLUMN "first_viewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD COLUMN "last_viewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD COLUMN "view_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD COLUMN "download_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "alteration_kind" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "alteration_note" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "logo_url" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "delivery_terms" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "show_address_on_originals" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_delivery" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."client_deliveries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_previews" ADD CONSTRAINT "media_previews_media" FOREIGN KEY ("organization_id","media_id") REFERENCES "public"."media"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_originals" ADD CONSTRAINT "public_originals_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_items" ADD CONSTRAINT "revision_items_revision" FOREIGN KEY ("organization_id","revision_id") REFERENCES "public"."revisions"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_delivery" FOREIGN KEY ("organization_id","delivery_id") REFERENCES "public"."client_deliveries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "archives_token_hash_unique" ON "archives" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "archives_expired" ON "archives" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "media_previews_pending" ON "media_previews" USING btree ("organization_id","created_at") WHERE state = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "public_originals_public_id_unique" ON "public_originals" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "public_originals_of_project" ON "public_originals" USING btree ("organization_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "revision_items_of_revision" ON "revision_items" USING btree ("organization_id","revision_id","position");--> statement-breakpoint
CREATE INDEX "revision_items_open" ON "revision_items" USING btree ("organization_id","project_id") WHERE status = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_of_project" ON "revisions" USING btree ("organization_id","project_id","round");
CREATE TABLE "bulk_import_rows" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"data" json NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"messages" text[],
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
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_imports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
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
	CONSTRAINT "packages_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "packages_price" CHECK ("packages"."price_amount" >= 0)
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
	CONSTRAINT "invoices_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('DRAFT','SENT','PAID','VOIDED'))
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
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_organization_id_id_pk" PRIMARY KEY("organization_id","id")
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
ALTER TABLE "client_deliveries" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD COLUMN "approved_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD COLUMN "revision_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD COLUMN "revision_comment" text;--> statement-breakpoint
ALTER TABLE "bulk_import_rows" ADD CONSTRAINT "bulk_import_rows_import" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."bulk_imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD CONSTRAINT "bulk_imports_creator" FOREIGN KEY ("organization_id","created_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "add_ons" ADD CONSTRAINT "add_ons_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_numbers" ADD CONSTRAINT "invoice_numbers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer" FOREIGN KEY ("organization_id","customer_id") REFERENCES "public"."customers"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_uploads" ADD CONSTRAINT "media_uploads_project" FOREIGN KEY ("organization_id","project_id") REFERENCES "public"."projects"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_import_rows_status" ON "bulk_import_rows" USING btree ("organization_id","import_id","status","row");--> statement-breakpoint
CREATE INDEX "bulk_imports_newest" ON "bulk_imports" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "add_ons_newest" ON "add_ons" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "discounts_code_unique" ON "discounts" USING btree ("organization_id",lower("code")) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "discounts_newest" ON "discounts" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "packages_newest" ON "packages" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_unique" ON "invoices" USING btree ("organization_id","number");--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("organization_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("organization_id","customer_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_project" ON "invoices" USING btree ("organization_id","project_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "media_key_unique" ON "media" USING btree ("organization_id","key");--> statement-breakpoint
CREATE INDEX "media_of_project" ON "media" USING btree ("organization_id","project_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_uploads_key_unique" ON "media_uploads" USING btree ("organization_id","key");--> statement-breakpoint
CREATE INDEX "media_uploads_of_project" ON "media_uploads" USING btree ("organization_id","project_id","filename","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "media_uploads_age" ON "media_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "object_removals_due" ON "object_removals" USING btree ("next_attempt_at");--> statement-breakpoint
ALTER TABLE "client_deliveries" ADD CONSTRAINT "client_deliveries_approver" FOREIGN KEY ("organization_id","approved_by_user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_package" FOREIGN KEY ("organization_id","package_id") REFERENCES "public"."packages"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_discount" FOREIGN KEY ("organization_id","discount_id") REFERENCES "public"."discounts"("organization_id","id") ON DELETE no action ON UPDATE no action;
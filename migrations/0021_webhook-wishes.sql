CREATE TABLE "webhook_moments" (
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"per_second" integer NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "webhook_moments_organization_id_subscription_id_pk" PRIMARY KEY("organization_id","subscription_id")
) WITH (fillfactor = 50);
--> statement-breakpoint
-- What filters look at: the project of an event, its customer and its new status; null where it has none.
CREATE FUNCTION event_subject(data json) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[
    coalesce(data ->> 'projectId', data -> 'invoice' ->> 'projectId'),
    coalesce(data ->> 'customerId', data -> 'project' ->> 'customerId', data -> 'invoice' ->> 'customerId'),
    data ->> 'toStatus'
  ]
$$;--> statement-breakpoint
-- Whether an event fits a filter: one of the lists has a part of its subject.
CREATE FUNCTION event_fits(filter jsonb, subject text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(filter -> 'projectIds' ? subject[1], false)
    OR coalesce(filter -> 'customerIds' ? subject[2], false)
    OR coalesce(filter -> 'toStatuses' ? subject[3], false)
$$;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "metadata" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "header_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "headers_encrypted" text;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "filter" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "max_per_second" integer;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "standard_webhooks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_moments" ADD CONSTRAINT "webhook_moments_subscription" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."webhook_subscriptions"("organization_id","id") ON DELETE cascade ON UPDATE no action;
CREATE TABLE "webhook_moments" (
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"per_second" integer NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "webhook_moments_organization_id_subscription_id_pk" PRIMARY KEY("organization_id","subscription_id")
) WITH (fillfactor = 50);
--> statement-breakpoint
-- Whether an event fits a filter: one of the lists has the event's project, its customer or its new status.
CREATE FUNCTION event_fits(filter jsonb, data json) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(filter -> 'projectIds' ? coalesce(data ->> 'projectId', data -> 'invoice' ->> 'projectId'), false)
    OR coalesce(filter -> 'customerIds' ? coalesce(data ->> 'customerId', data -> 'project' ->> 'customerId',
      data -> 'invoice' ->> 'customerId'), false)
    OR coalesce(filter -> 'toStatuses' ? (data ->> 'toStatus'), false)
$$;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "metadata" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "header_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "headers_encrypted" text;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "filter" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "max_per_second" integer;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "standard_webhooks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_moments" ADD CONSTRAINT "webhook_moments_subscription" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."webhook_subscriptions"("organization_id","id") ON DELETE cascade ON UPDATE no action;
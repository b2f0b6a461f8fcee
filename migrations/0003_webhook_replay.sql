ALTER TABLE "events" ADD COLUMN "quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "events_of_name" ON "events" USING btree ("organization_id","name","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_unsuccessful" ON "webhook_deliveries" USING btree ("organization_id","subscription_id","finished_at") WHERE status in ('FAILED', 'CANCELLED');
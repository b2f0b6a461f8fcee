-- The migrator builds an index of a partitioned table partition by partition. A run that was cut off goes on
-- where it stopped.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_of_project" ON "events" USING btree ("organization_id",event_project(data),"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_of_event" ON "webhook_deliveries" USING btree ("organization_id","event_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_of_name" ON "webhook_deliveries" USING btree ("organization_id","event","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_not_succeeded" ON "webhook_deliveries" USING btree ("organization_id","id" DESC NULLS FIRST) WHERE status in ('PENDING', 'RETRYING', 'FAILED', 'CANCELLED');

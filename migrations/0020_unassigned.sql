DROP INDEX CONCURRENTLY IF EXISTS "projects_no_technician_created";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_no_technician_created" ON "projects" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "projects_no_technician_scheduled";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_no_technician_scheduled" ON "projects" USING btree ("organization_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "projects_no_technician_updated";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_no_technician_updated" ON "projects" USING btree ("organization_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE technician_id is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "projects_no_editor_created";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_no_editor_created" ON "projects" USING btree ("organization_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "projects_no_editor_scheduled";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_no_editor_scheduled" ON "projects" USING btree ("organization_id","scheduled_time" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "projects_no_editor_updated";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_no_editor_updated" ON "projects" USING btree ("organization_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE editor_id is null;
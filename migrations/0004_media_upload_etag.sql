DROP INDEX "media_uploads_age";--> statement-breakpoint
ALTER TABLE "media_uploads" ADD COLUMN "cdn_url" text NOT NULL;--> statement-breakpoint
ALTER TABLE "media_uploads" ADD COLUMN "etag" text;--> statement-breakpoint
CREATE INDEX "media_uploads_unconfirmed" ON "media_uploads" USING btree ("created_at") WHERE media_id is null and swept_at is null;
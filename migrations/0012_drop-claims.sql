-- Since ADR 12 no statement of the service names these columns, so the version that runs until now goes on.
-- squawk-ignore ban-drop-column
ALTER TABLE "webhook_deliveries" DROP COLUMN "claim_token";--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "webhook_deliveries" DROP COLUMN "claimed_at";

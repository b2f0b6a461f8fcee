ALTER TABLE "memberships" ADD COLUMN "accepted_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
-- Until now an invitation that was there told that it was not accepted.
UPDATE "memberships" AS m SET "accepted_at" = NULL FROM "invitations" AS i
WHERE i."organization_id" = m."organization_id" AND i."user_id" = m."user_id";

-- The constraints of 0022 were added without a check of the rows, because the check would have blocked mails. This
-- check blocks nothing.
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_subscription";

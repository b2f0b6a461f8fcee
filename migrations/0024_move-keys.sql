-- Invitations and unsubscribe tokens get the organization in their primary key: the next migration makes it of these
-- indexes. Tokens stay unique over all organizations, and are looked up by the other two.
DROP INDEX CONCURRENTLY IF EXISTS "invitations_organization_id_token_hash_pk";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "invitations_organization_id_token_hash_pk" ON "invitations" USING btree ("organization_id","token_hash");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "invitations_token_hash_unique";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "invitations_token_hash_unique" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "unsubscribe_tokens_organization_id_token_hash_pk";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "unsubscribe_tokens_organization_id_token_hash_pk" ON "unsubscribe_tokens" USING btree ("organization_id","token_hash");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "unsubscribe_tokens_token_hash_unique";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "unsubscribe_tokens_token_hash_unique" ON "unsubscribe_tokens" USING btree ("token_hash");

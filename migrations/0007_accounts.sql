-- Who has no password has not accepted. The default of "accepted_at" said that they had when their
-- invitation had expired before 0006, and no one could invite them again.
UPDATE "memberships" AS m SET "accepted_at" = NULL FROM "users" AS u
WHERE u."id" = m."user_id" AND u."password_hash" IS NULL AND m."accepted_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE "sign_in_networks" (
	"account_id" uuid NOT NULL,
	"network_hash" "bytea" NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_networks_account_id_network_hash_pk" PRIMARY KEY("account_id","network_hash")
);
--> statement-breakpoint
ALTER TABLE "sign_in_networks" ADD CONSTRAINT "sign_in_networks_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "joined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "person_id" uuid;--> statement-breakpoint
-- The unique index on lower("email") stays: it takes any number of nulls. The version before reads a
-- user's e-mail by memberships."user_id" alone, and that is never a further account.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_or_person" CHECK (("users"."email" is null) <> ("users"."person_id" is null)) NOT VALID;

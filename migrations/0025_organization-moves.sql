CREATE TABLE "move_marks" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"mark" uuid NOT NULL,
	"flipped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moved_credentials" (
	"credential_hash" "bytea" PRIMARY KEY NOT NULL,
	"cell" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_moves" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"step" text NOT NULL,
	"cell" text NOT NULL,
	"is_away" boolean DEFAULT false NOT NULL,
	"frozen_until" timestamp (3) with time zone,
	"quiet_until" timestamp (3) with time zone,
	"began_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- The key of a row that is replicated must have the column of the publication's row filter. The indexes are from
-- the migration before.
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_pkey";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_token_hash_pk" PRIMARY KEY USING INDEX "invitations_organization_id_token_hash_pk";--> statement-breakpoint
ALTER TABLE "unsubscribe_tokens" DROP CONSTRAINT "unsubscribe_tokens_pkey";--> statement-breakpoint
ALTER TABLE "unsubscribe_tokens" ADD CONSTRAINT "unsubscribe_tokens_organization_id_token_hash_pk" PRIMARY KEY USING INDEX "unsubscribe_tokens_organization_id_token_hash_pk";--> statement-breakpoint
-- Refuses writes of an organization that a move has frozen or that was moved away. Only the tables of the source of a
-- move have the trigger, until the rows are dropped: docs/adr/0027-moves.md. The argument is the column of the
-- organization's id. Each transaction that writes holds the shared lock until its end. The freeze and the flip take the
-- lock alone: so they come before a write or behind its commit. The row is read after the lock, by a statement with a
-- snapshot of its own. The function has the rights of its owner: a process may write a table without the right to read
-- this one.
CREATE FUNCTION refuse_moved_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization uuid;
  move organization_moves;
BEGIN
  IF TG_OP = 'DELETE' THEN
    organization := to_jsonb(OLD) ->> TG_ARGV[0];
  ELSE
    organization := to_jsonb(NEW) ->> TG_ARGV[0];
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('organizations.move:' || organization, 0));
  SELECT * INTO move FROM organization_moves WHERE organization_id = organization;
  IF (move.is_away OR move.step = 'FROZEN' AND move.frozen_until > clock_timestamp())
    AND current_setting('mediajobs.dropped_organization', true) IS DISTINCT FROM organization::text
  THEN
    RAISE EXCEPTION USING ERRCODE = 'MJ001',
      MESSAGE = format(CASE WHEN move.is_away THEN 'The organization %s was moved to the cell %s.'
        ELSE 'The organization %s is being moved to the cell %s.' END, organization, move.cell),
      DETAIL = json_build_object('cell', move.cell, 'isAway', move.is_away, 'seconds',
        CASE WHEN NOT move.is_away THEN extract(epoch FROM move.frozen_until - clock_timestamp())::float8 END);
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- The flip comes to the target through the replication, behind all rows. So the organization is open there at once,
-- also when the command that moves it has died.
CREATE FUNCTION note_arrival() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE organization_moves SET step = 'ARRIVED', is_away = false, changed_at = clock_timestamp()
  WHERE organization_id = NEW.organization_id AND step = 'ARRIVING';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "note_arrival" AFTER INSERT OR UPDATE ON "move_marks"
FOR EACH ROW WHEN (NEW.flipped) EXECUTE FUNCTION note_arrival();
--> statement-breakpoint
-- ALWAYS: also for rows that the replication writes.
ALTER TABLE "move_marks" ENABLE ALWAYS TRIGGER "note_arrival";

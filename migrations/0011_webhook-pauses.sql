CREATE TABLE "webhook_pauses" (
	"organization_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_pauses_organization_id_subscription_id_began_at_pk" PRIMARY KEY("organization_id","subscription_id","began_at")
);
--> statement-breakpoint
ALTER TABLE "webhook_pauses" ADD CONSTRAINT "webhook_pauses_subscription" FOREIGN KEY ("organization_id","subscription_id") REFERENCES "public"."webhook_subscriptions"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A trigger, because the version that runs until now switches subscriptions too. A pause that ended a
-- moment ago goes on: it is recovered with a margin in any case. So does the last one of many: the rows
-- of a subscription that is switched all day have a bound.
CREATE FUNCTION note_webhook_pause() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pauses integer;
  last_began timestamptz;
  last_ended timestamptz;
BEGIN
  IF NEW.active THEN
    UPDATE webhook_pauses SET ended_at = clock_timestamp()
    WHERE organization_id = NEW.organization_id AND subscription_id = NEW.id AND ended_at IS NULL;
    RETURN NULL;
  END IF;
  SELECT count(*), max(began_at), max(ended_at) INTO pauses, last_began, last_ended
  FROM webhook_pauses WHERE organization_id = NEW.organization_id AND subscription_id = NEW.id;
  IF pauses >= 100 OR last_ended > clock_timestamp() - interval '15 s' THEN
    UPDATE webhook_pauses SET ended_at = NULL
    WHERE organization_id = NEW.organization_id AND subscription_id = NEW.id
      AND began_at = last_began;
  ELSE
    INSERT INTO webhook_pauses (organization_id, subscription_id, began_at)
    VALUES (NEW.organization_id, NEW.id, clock_timestamp());
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_webhook_pause AFTER UPDATE OF active ON webhook_subscriptions
FOR EACH ROW WHEN (OLD.active IS DISTINCT FROM NEW.active) EXECUTE FUNCTION note_webhook_pause();
--> statement-breakpoint
-- When a subscription was off before now is not known: any event of that time stays recoverable.
INSERT INTO webhook_pauses (organization_id, subscription_id, began_at, ended_at)
SELECT organization_id, id, created_at, CASE WHEN active THEN now() END FROM webhook_subscriptions
WHERE deleted_at IS NULL;

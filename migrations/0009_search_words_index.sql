-- Records of the time before the triggers. A commit for each 500, in the order of the primary key; a
-- record that a request has locked is left for the next round, so that neither waits for the other.
DO $$
DECLARE
  given record;
  place record;
  read integer;
BEGIN
  FOR given IN
    SELECT * FROM (VALUES
      ('projects', 'address_line1, address_line2, city, region, postal_code, notes'),
      ('customers', 'name, email, company')
    ) AS searched (name, columns)
  LOOP
    LOOP
      SELECT '00000000-0000-0000-0000-000000000000'::uuid AS organization_id,
        '00000000-0000-0000-0000-000000000000'::uuid AS id INTO place;
      LOOP
        EXECUTE format('
          WITH batch AS MATERIALIZED (
            SELECT organization_id, id FROM %1$I
            WHERE (organization_id, id) > ($1, $2) ORDER BY organization_id, id LIMIT 500
          ), free AS MATERIALIZED (
            SELECT organization_id, id FROM %1$I JOIN batch USING (organization_id, id)
            WHERE words IS NULL FOR UPDATE OF %1$I SKIP LOCKED
          ), filled AS (
            UPDATE %1$I AS target SET words = organization_words(target.organization_id, %2$s)
            FROM free WHERE (target.organization_id, target.id) = (free.organization_id, free.id)
          )
          SELECT organization_id, id, count(*) OVER () AS read FROM batch
          ORDER BY organization_id DESC, id DESC LIMIT 1', given.name, given.columns)
        INTO place USING place.organization_id, place.id;
        COMMIT;
        EXIT WHEN place IS NULL OR place.read < 500;
      END LOOP;
      EXECUTE format('SELECT 1 FROM %I WHERE words IS NULL LIMIT 1', given.name) INTO read;
      EXIT WHEN read IS NULL;
      PERFORM pg_sleep(0.1);
    END LOOP;
  END LOOP;
END
$$;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customers_words";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_words" ON "customers" USING gin (words) WITH (gin_pending_list_limit=512);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "projects_words";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "projects_words" ON "projects" USING gin (words) WITH (gin_pending_list_limit=512);

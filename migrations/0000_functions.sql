CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
-- uuidv7() exists from PostgreSQL 18 only. 48 bits of milliseconds, 12 bits of the microseconds
-- within, so that what one transaction writes one after the other sorts in that order.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
DECLARE
  micros bigint := extract(epoch from clock_timestamp()) * 1000000;
BEGIN
  RETURN (
    lpad(to_hex(micros / 1000), 12, '0') || '7' ||
    lpad(to_hex(micros % 1000 * 4096 / 1000), 3, '0') ||
    substr(replace(gen_random_uuid()::text, '-', ''), 17)
  )::uuid;
END
$$;
--> statement-breakpoint
CREATE FUNCTION uuid_v7_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
--> statement-breakpoint
-- Events, webhook deliveries and attempts live in partitions of one UTC day, by the time in their
-- UUIDv7. An insert without its partition is an error, so they are made ahead. The look before the
-- CREATE keeps the lock that it takes off every call but the first of a day.
CREATE FUNCTION make_day_partitions(days_ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  parent text;
  partition text;
  day date;
  made integer := 0;
BEGIN
  FOR day IN SELECT today + n FROM generate_series(-1, days_ahead) AS n LOOP
    FOREACH parent IN ARRAY ARRAY['events', 'webhook_deliveries', 'webhook_attempts'] LOOP
      partition := parent || '_' || to_char(day, 'YYYYMMDD');
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      PERFORM pg_advisory_xact_lock(hashtext('make_day_partitions'));
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        partition, parent,
        uuid_v7_floor(day::timestamp AT TIME ZONE 'UTC'),
        uuid_v7_floor((day + 1)::timestamp AT TIME ZONE 'UTC')
      );
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END
$$;
--> statement-breakpoint
CREATE FUNCTION drop_day_partitions(days_kept integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  oldest text := to_char((now() AT TIME ZONE 'UTC')::date - days_kept, 'YYYYMMDD');
  partition regclass;
  dropped integer := 0;
BEGIN
  FOR partition IN
    SELECT inhrelid::regclass FROM pg_inherits
    WHERE inhparent IN ('events'::regclass, 'webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
      AND right(inhrelid::regclass::text, 8) < oldest
    ORDER BY right(inhrelid::regclass::text, 8)
  LOOP
    EXECUTE format('DROP TABLE IF EXISTS %s', partition);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;
--> statement-breakpoint
-- The words of some columns for an index. Punctuation only separates: PostgreSQL's own parser would
-- read `12-14` as 12 and minus 14, and an e-mail address as one word.
CREATE FUNCTION search_words(VARIADIC parts text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN to_tsvector('simple', regexp_replace(array_to_string(parts, ' '), '[-!-/:-@[-`{-~]+', ' ', 'g'));
END
$$;
--> statement-breakpoint
-- Every word of `q` must begin a word that was indexed.
CREATE FUNCTION search_query(q text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN to_tsquery('simple', (
    SELECT coalesce(string_agg(quote_literal(word) || ':*', ' & '), '')
    FROM regexp_split_to_table(regexp_replace(q, '[-!-/:-@[-`{-~]+', ' ', 'g'), '\s+') AS word
    WHERE word <> ''
  ));
END
$$;

-- What can be searched is a list of words in a column. Each word begins with 12 characters of its
-- organization, so that in the index the words of one organization stand together, and a search for
-- the beginning of a word reads those alone. docs/adr/0014-search-by-organization.md
--
-- They are the last nine bytes of the id, which are random, in base64. Should two organizations ever
-- have the same ones, each reads the other's entries of the index and finds its own records only.
CREATE FUNCTION words_prefix(organization uuid) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN encode(substring(uuid_send(organization) from 8), 'base64');
--> statement-breakpoint
-- The first 1,000 different words of some columns, the first 40 characters of each. Characters that
-- are no part of a word are named one range after the other: `[:alnum:]` depends on the locale, and the
-- api splits a search in the same way (packages/operations/src/search-words.ts). A text with apostrophes
-- is taken with them as separators and again without them: `brien` and `o'brien` find O'Brien.
CREATE FUNCTION organization_words(organization uuid, VARIADIC parts text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  given text := lower(array_to_string(parts, ' '));
  joined text := translate(given, '''’', '');
  prefix text := words_prefix(organization);
  words text[];
BEGIN
  IF joined <> given THEN
    given := given || ' ' || joined;
  END IF;
  words := regexp_split_to_array(given, '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u1680\u2000-\u206F\u20A0-\u20CF\u2190-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE00-\uFE6F\uFEFF-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65\uFFF0-\uFFFF\U0001F000-\U0001FAFF]+');
  IF cardinality(words) > 1000 THEN
    words := array(
      SELECT word FROM unnest(words) WITH ORDINALITY AS split (word, place)
      WHERE word <> '' GROUP BY word ORDER BY min(place) LIMIT 1000
    );
  END IF;
  RETURN array_to_tsvector(array(SELECT prefix || left(word, 40) FROM unnest(words) AS word WHERE word <> ''));
END
$$;
--> statement-breakpoint
-- Each of `words` must begin a word of the organization. The api has split them: they hold no quote and
-- no backslash, which would end a word of the query.
CREATE FUNCTION words_query(organization uuid, words text[]) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (
    SELECT string_agg('''' || words_prefix(organization) || left(lower(word), 40) || ''':*', ' & ')
    FROM unnest(words) AS word
  )::tsquery;
END
$$;
--> statement-breakpoint
CREATE FUNCTION set_project_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := organization_words(NEW.organization_id,
    NEW.address_line1, NEW.address_line2, NEW.city, NEW.region, NEW.postal_code, NEW.notes);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION set_customer_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := organization_words(NEW.organization_id, NEW.name, NEW.email, NEW.company);
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- A generated column would rewrite the table under a lock. This one is empty at first; the triggers fill
-- it for every writer, those of the version before too, and the next migration fills the rest.
ALTER TABLE "projects" ADD COLUMN "words" tsvector;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "words" tsvector;
--> statement-breakpoint
CREATE TRIGGER "projects_words" BEFORE INSERT OR UPDATE OF
  "address_line1", "address_line2", "city", "region", "postal_code", "notes" ON "projects"
FOR EACH ROW EXECUTE FUNCTION set_project_words();
--> statement-breakpoint
CREATE TRIGGER "customers_words" BEFORE INSERT OR UPDATE OF "name", "email", "company" ON "customers"
FOR EACH ROW EXECUTE FUNCTION set_customer_words();

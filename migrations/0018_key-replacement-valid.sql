-- The constraint of 0017 was added without a check of the rows, because the check would have blocked the
-- creation of keys. This check blocks nothing.
ALTER TABLE "api_keys" VALIDATE CONSTRAINT "api_keys_replacement";

// The tests that depend on what an engine does. The others run once, with the embedded engines.

/** They use the object store: uploads, confirms, pictures, archives, removal. */
export const STORE_TESTS: readonly string[] = [
  'apps/api/test/media',
  'apps/api/test/originals',
  'apps/dispatcher/test/upkeep/object-removal.test.ts',
  'apps/media/test',
  'packages/object-store/test',
  'test/media-upload.test.ts',
]

/** They reach the database through an api or a media process. */
export const POOLER_TESTS: readonly string[] = [
  'apps/api/test/media',
  'apps/api/test/projects',
  'apps/api/test/webhooks',
  'apps/api/test/idempotency.test.ts',
  'apps/api/test/key-admission.test.ts',
  'apps/api/test/search-words.test.ts',
  'apps/media/test',
  'packages/db/test/unparsed-names.test.ts',
  'test/media-upload.test.ts',
  'test/webhooks.test.ts',
  'test/faults/f13-equal-requests.test.ts',
  'test/faults/f14-taken-names.test.ts',
]

/**
 * Beside these: migrations, query plans, transactions, the queue and its dispatcher. Tests of rates are left out:
 * they need a quiet machine, and no engine changes them.
 */
export const DATABASE_TESTS: readonly string[] = [
  ...POOLER_TESTS,
  'test/kills/dispatcher-crashes.test.ts',
  'apps/dispatcher/test/delivery/delivery.test.ts',
  'apps/dispatcher/test/delivery/moving.test.ts',
  'apps/dispatcher/test/delivery/recovery.test.ts',
  'apps/dispatcher/test/delivery/replay.test.ts',
  'apps/dispatcher/test/delivery/retries.test.ts',
  'packages/outbox/test/pgboss-tables.test.ts',
  'apps/dispatcher/test/upkeep',
  'packages/db/test',
  'packages/operations/test',
  'packages/outbox/test',
  'test/check-schema.test.ts',
  'test/media-role.test.ts',
  'test/migrations.test.ts',
  'test/query-plans.test.ts',
  'test/without-jit.test.ts',
]

/** It plays `pnpm demo` with production processes of the api, the dispatcher and media. */
export const DEMO_TEST = 'test/whole-job/demo.test.ts'

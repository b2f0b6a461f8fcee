import { fileURLToPath } from 'node:url'

/** What one test run keeps for the next. It may be removed at any time. */
export const CACHE_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/mediajobs-tests', import.meta.url),
)

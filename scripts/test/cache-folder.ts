import { fileURLToPath } from 'node:url'

/** The files that one test run keeps for the next. The folder may be removed at any time. */
export const CACHE_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/mediajobs-tests', import.meta.url),
)

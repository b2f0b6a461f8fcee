// Writes the types of packages/client from docs/openapi.json: at install, at pack, and with `pnpm openapi`.
import { readFile, writeFile } from 'node:fs/promises'
import openapiTypescript, { astToString } from 'openapi-typescript'

const DOCUMENT = new URL('../docs/openapi.json', import.meta.url)
const SCHEMA = new URL('../packages/client/src/schema.ts', import.meta.url)
const HEADING = '// Generated from docs/openapi.json by scripts/client-schema.ts. Not in git.\n\n'

const nodes = await openapiTypescript(await readFile(DOCUMENT, 'utf8'), {
  // Requests may omit fields with defaults.
  defaultNonNullable: false,
  silent: true,
})
const schema = `${HEADING}${astToString(nodes)}`
// Keeps the mtime of an unchanged file, so watchers don't restart.
if ((await readFile(SCHEMA, 'utf8').catch(() => '')) !== schema) await writeFile(SCHEMA, schema)

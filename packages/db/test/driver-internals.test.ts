import { readFile } from 'node:fs/promises'
import t from 'tap'

// connection.ts and sql.ts (packages/db/src) use parts of these packages that no type promises. After an upgrade: read
// what changed in them, run the tests of this package and `pnpm test:engines postgres-15-pgbouncer`, then write the
// version here.
const CHECKED = { pg: '8.23.1', 'drizzle-orm': '0.45.4' }

async function installed(name: string): Promise<string> {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')).version
}

t.test('the internals of the drivers were checked for the installed versions', async (t) => {
  for (const [name, version] of Object.entries(CHECKED)) {
    t.equal(await installed(name), version, name)
  }
})

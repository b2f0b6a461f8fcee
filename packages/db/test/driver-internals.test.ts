import { readFile } from 'node:fs/promises'
import t from 'tap'

// connection.ts and sql.ts (packages/db/src) rely on undocumented internals of these packages. After an upgrade, review
// their changes, run the tests of this package and `pnpm test:engines postgres-15-pgbouncer`, then update the version
// here.
const CHECKED = { pg: '8.23.1', 'drizzle-orm': '0.45.4' }

async function installed(name: string): Promise<string> {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')).version
}

t.test("the drivers' internals were checked for the installed versions", async (t) => {
  for (const [name, version] of Object.entries(CHECKED)) {
    t.equal(await installed(name), version, name)
  }
})

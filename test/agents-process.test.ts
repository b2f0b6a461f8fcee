import { createTestDatabase } from '@mediajobs/db/testing'
import { createOrganization } from '@mediajobs/operations/organizations'
import { openStore } from '@mediajobs/outbox'
import { startApi } from '@mediajobs/testing/service/process'
import t from 'tap'

// Prints the URL of each module loaded by Node.js. NODE_DEBUG would print its source too.
const NAME_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      process.stdout.write(url + '\\n')
      return next(url, context)
    },
  })
`)}`

t.test('a process loads the MCP SDK with the first message [c24-stateless]', async (t) => {
  const { url: databaseUrl } = await createTestDatabase(t)
  const store = openStore({ databaseUrl, poolSize: 1, applicationName: 'test', onError() {} })
  t.teardown(() => store.close())
  const input = { name: 'Test Studio', ownerEmail: 'owner@example.test' }
  const { apiKey } = await store.transaction((tx) => createOrganization(tx, input))
  const api = await startApi(t, databaseUrl, { NODE_OPTIONS: `--import=${NAME_MODULES}` })
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const isLoaded = () => /node_modules\/@modelcontextprotocol\/sdk\//.test(api.output())
  t.match(api.output(), /node_modules\/fastify\//, 'modules are named')
  t.equal((await fetch(`${api.url}/projects`, { headers })).status, 200)
  t.equal((await fetch(`${api.url}/mcp`, { headers })).status, 405)
  t.equal(isLoaded(), false)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  t.equal((await fetch(`${api.url}/mcp`, { method: 'POST', headers, body })).status, 200)
  t.equal(isLoaded(), true)
})

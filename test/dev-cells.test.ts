// docs/contract.md#c9-dev-cells
import { join } from 'node:path'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import t from 'tap'
import { readDescription, refusedDev, startDev } from './support/dev.ts'

const dataDir = await scratchFolder(t)

t.test('`dev --cells 2` runs two cells that know each other [c9-dev-cells]', async (t) => {
  const dev = await startDev(t, { dataDir, args: ['--cells', '2'], cells: ['c1', 'c2'] })
  const cells = await Promise.all(
    ['c1', 'c2'].map((name) => readDescription(join(dataDir, 'cells', name))),
  )
  const [c1, c2] = cells
  if (!c1 || !c2) throw new Error('there are two descriptions')

  await t.test('each cell has a separate API, database and organization [c15-cells]', async (t) => {
    for (const field of ['apiUrl', 'mediaUrl', 'databaseUrl', 'organizationId'] as const) {
      t.not(c1[field], c2[field], field)
    }
    t.equal(c1.s3Endpoint, c2.s3Endpoint)
    t.match(c1.apiKey, /^mjk_c1_/)
    t.match(c2.apiKey, /^mjk_c2_/)
    t.match(c2.accessToken, /^mjs_c2_/)
    for (const { apiUrl, apiKey, organizationId } of cells) {
      const { status, body } = await get(apiUrl, apiKey)
      t.equal(status, 200)
      t.equal(body.organization.id, organizationId)
    }
  })

  await t.test('each cell redirects to the other [c9-dev-cells]', async (t) => {
    for (const [here, there] of [
      [c1, c2],
      [c2, c1],
    ] as const) {
      const { status, body } = await get(here.apiUrl, there.apiKey)
      t.equal(status, 421)
      t.equal(body.cellUrl, there.apiUrl)
    }
  })

  await t.test('the output shows both cells', async (t) => {
    const shown = dev.output()
    for (const { apiUrl, apiKey } of cells) t.ok(shown.includes(apiUrl) && shown.includes(apiKey))
    t.match(shown, 'Cell c1')
    t.match(shown, 'Cell c2')
  })

  t.equal(await dev.end('SIGTERM'), 0)
})

t.test('an invalid number of cells is refused in one line [c9-dev-cells]', async (t) => {
  for (const args of [['--cells', '0'], ['--cells', 'two'], ['--cells=6'], ['--cels', '2']]) {
    const { code, stderr } = await refusedDev({ dataDir, args })
    t.equal(code, 1)
    t.match(stderr, /^[^\n]+\n$/, args.join(' '))
  }
})

async function get(apiUrl: string, key: string) {
  const response = await fetch(`${apiUrl}/api-keys/current`, { headers: { 'x-api-key': key } })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

// docs/contract.md#c15-wrong-cell
import { randomBytes } from 'node:crypto'
import { randomToken } from '@mediajobs/domain'
import { recordSecrets } from '@mediajobs/runtime/testing'
import t from 'tap'
import { openMediaFixture } from '../../testing/fixture.ts'

const CELL_URLS = new Map([
  ['eu1', 'https://eu1.example.test'],
  ['us1', 'https://us1.example.test'],
])
const BASE = 'http://media.test'
const fixture = await openMediaFixture(t, { mediaBaseUrl: BASE, cell: 'eu1', cellUrls: CELL_URLS })
const media = await fixture.startMedia({ cell: 'eu1', cellUrls: CELL_URLS })

function get(path: string) {
  recordSecrets(path.split('/')[2], 'archiveToken')
  return fetch(`${media.url}${path}`)
}

t.test('an archive of this cell is sent', async (t) => {
  const { token } = await fixture.deliver({}, undefined, (projectId) =>
    fixture.put(projectId, randomBytes(100), { type: 'DOCUMENT' }),
  )
  await fixture.requestPreviews()
  await fixture.finished()
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const { headers: sent } = await fixture.api.request('GET', `/deliveries/${token}/archive.zip`, {
    headers,
  })
  const path = (sent.location ?? '').slice(BASE.length)
  t.match(path, /^\/archives\/eu1_/)
  const response = await get(path)
  t.equal(response.status, 200)
  await response.arrayBuffer()
})

t.test(
  "an archive of another cell is a 421 with that cell's URL [c15-wrong-cell-archive]",
  async (t) => {
    const response = await get(`/archives/${randomToken('us1')}/files.zip`)
    t.equal(response.status, 421)
    t.equal(response.headers.get('cache-control'), 'no-store')
    t.match(await response.json(), {
      statusCode: 421,
      error: 'Misdirected Request',
      code: 'wrong_cell',
      cellUrl: 'https://us1.example.test',
    })
  },
)

t.test(
  'an unknown archive naming no cell, this one or an unknown one is a 404 [c15-wrong-cell-archive]',
  async (t) => {
    for (const cell of [null, 'eu1', 'zz9']) {
      const response = await get(`/archives/${randomToken(cell)}/files.zip`)
      const text = await response.text()
      t.match(JSON.parse(text), { statusCode: 404, code: 'not_found' })
      t.notMatch(text, 'cellUrl')
    }
  },
)

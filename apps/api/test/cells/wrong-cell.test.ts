// docs/contract.md#c15-wrong-cell
import { newId } from '@mediajobs/db'
import { apiKeys, sessions } from '@mediajobs/db/schema'
import { generateApiKey, hashSecret, randomToken } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import t from 'tap'
import {
  CALLS,
  type CallName,
  CELL_URLS,
  callWith,
  credentialsOf,
  twoCells,
  unknown,
} from './two-cells.ts'

const { eu1, us1 } = await twoCells(t)
const NAMES = Object.keys(CALLS) as CallName[]

t.test(
  "a credential of another cell gets a 421 with that cell's URL [c15-wrong-cell, c1-errors-fields]",
  async (t) => {
    for (const name of NAMES) {
      const { status, body, headers } = await callWith(us1, name, unknown(name, 'eu1'))
      t.match(
        { status, body },
        {
          status: 421,
          body: {
            statusCode: 421,
            error: 'Misdirected Request',
            code: 'wrong_cell',
            cellUrl: 'https://eu1.example.test',
            message: /https:\/\/eu1\.example\.test/,
          },
        },
        name,
      )
      const isInBody = ['an invitation', 'a password reset'].includes(name)
      const field = { path: 'token', code: 'wrong_cell', message: body.message }
      t.strictSame(body.fields, isInBody ? [field] : undefined, name)
      t.equal(headers['cache-control'], 'no-store', name)
      t.equal(body.requestId, headers['x-request-id'], name)
    }
  },
)

t.test(
  'a valid credential of one cell does nothing at the other [c15-wrong-cell, c15-cell-accounts]',
  async (t) => {
    const made = await credentialsOf(eu1)
    const calls: [CallName, string][] = [
      ['an API key', made.apiKey],
      ['a session without an organization', made.accessToken],
      ['an invitation', made.invitationToken],
      ['an approval', made.deliveryToken],
      ['an original', made.publicId],
    ]
    for (const [name, credential] of calls) {
      t.equal((await callWith(us1, name, credential)).status, 421, name)
    }
    const project = await made.studio.call('GET', `/projects/${made.project.id}`)
    t.equal(project.body.status, 'DELIVERED')
    t.equal((await callWith(eu1, 'an invitation', made.invitationToken)).status, 201)
  },
)

t.test(
  'an invalid credential naming no cell, this cell or an unknown one is refused as usual [c15-wrong-cell]',
  async (t) => {
    for (const name of NAMES) {
      const answers = []
      for (const cell of [null, 'us1', 'zz9']) {
        const { status, body } = await callWith(us1, name, unknown(name, cell))
        const { requestId, ...rest } = body
        t.type(requestId, 'string')
        answers.push({ status, ...rest })
      }
      t.match(answers[0], { status: /^40[14]$/, cellUrl: undefined }, name)
      t.strictSame(answers[1], answers[0], name)
      t.strictSame(answers[2], answers[0], name)
    }
  },
)

t.test(
  'without CELL_URLS, no credential is redirected to another cell [c15-cell-urls]',
  async (t) => {
    const alone = await testApp(t, { trustProxy: true, cell: 'us1' })
    for (const name of NAMES) {
      const { status } = await callWith(alone, name, unknown(name, 'eu1'))
      t.match(String(status), /^40[14]$/, name)
    }
  },
)

t.test("a malformed credential isn't redirected [c15-wrong-cell]", async (t) => {
  const key = generateApiKey('eu1')
  for (const bad of [
    key.slice(0, -1),
    `${key}x`,
    key.replace('eu1', 'us2'),
    key.replace('eu1', 'EU1'),
  ]) {
    t.match(await callWith(us1, 'an API key', bad), {
      status: 401,
      body: { code: 'api_key_invalid' },
    })
  }
  for (const bad of ['eu1_short', `eu1_${'x'.repeat(44)}`, 'eu1_', `eu1_${'é'.repeat(43)}`]) {
    t.equal((await callWith(us1, 'a delivery', encodeURIComponent(bad))).status, 404, bad)
  }
})

t.test('an organization moved here keeps its credentials [c15-cell-lookup]', async (t) => {
  const { org, deliveryToken, project } = await credentialsOf(us1)
  const { organizationId, userId } = org
  const { orm, query } = us1.store.sql
  const key = generateApiKey('eu1')
  await orm.insert(apiKeys).values({
    organizationId,
    id: newId(),
    name: 'Moved',
    scopes: ['READ'],
    prefix: 'mjk_eu1_x',
    keyHash: hashSecret(key),
    createdByUserId: userId,
  })
  const [token, moved] = [randomToken('eu1', 'mjs_'), randomToken('eu1')]
  const expiresAt = '2200-01-01T00:00:00.000Z'
  await orm
    .insert(sessions)
    .values({ id: newId(), tokenHash: hashSecret(token), userId, expiresAt })
  await query('update client_deliveries set token_hash = $1 where project_id = $2', [
    hashSecret(moved),
    project.id,
  ])
  t.equal((await callWith(us1, 'an API key', key)).status, 200)
  t.equal((await callWith(us1, 'a session without an organization', token)).status, 200)
  t.equal((await callWith(us1, 'a delivery', moved)).status, 200)
  t.equal((await callWith(us1, 'a delivery', deliveryToken)).status, 404)
})

t.test('a revoked key of this cell gets a 401', async (t) => {
  const { studio, apiKey } = await credentialsOf(us1)
  const { id } = (await us1.request('GET', '/api-keys/current', { key: apiKey })).body
  await studio.call('DELETE', `/api-keys/${id}`)
  t.equal((await callWith(us1, 'an API key', apiKey)).status, 401)
})

t.test('an unknown path is a 404, whatever the credential', async (t) => {
  const { status } = await us1.request('GET', '/nowhere', { key: generateApiKey('eu1') })
  t.equal(status, 404)
})

t.test(
  'the document lists the 421 for exactly the operations that take a credential [c15-wrong-cell]',
  async (t) => {
    const { paths } = eu1.app.openApi() as { paths: Paths }
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { security = [], responses }] of Object.entries(methods)) {
        const isToken = /\{(token|publicId)\}|\/accept$|^\/portal\//.test(path)
        t.equal('421' in responses, security.length > 0 || isToken, `${method} ${path}`)
      }
    }
  },
)

t.test('a cell never redirects to itself [c15-cell-urls]', async (t) => {
  t.equal(CELL_URLS.get('us1'), 'https://us1.example.test', 'CELL_URLS also names this cell')
  t.equal((await callWith(us1, 'an API key', generateApiKey('us1'))).status, 401)
})

type Paths = Record<string, Record<string, { security?: object[]; responses: object }>>

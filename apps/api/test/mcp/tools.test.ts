import { accessRefusal, LARGE_BODY_BYTES } from '@mediajobs/domain'
import { sharedApp, testApp } from '@mediajobs/testing/api/app'
import { type Document, operationsOf } from '@mediajobs/testing/api/document'
import t from 'tap'
import { DESK } from '../../src/mcp/server.ts'
import { connectAgent } from '../support/agent.ts'
import { callAs, loggedOf } from '../support/request-log.ts'

const service = await sharedApp()
const org = await service.createOrg()
const document = service.app.openApi() as unknown as Document
const operations = operationsOf(document)

const connect = async (key: string, query = '') => {
  const agent = await connectAgent(service.url, { 'x-api-key': key }, query)
  t.teardown(() => agent.close())
  return agent
}
const customerOf = async (key: string, body = {}) =>
  (
    await service.request('POST', '/customers', {
      key,
      body: { name: 'C', email: `c${crypto.randomUUID()}@mcp.test`, ...body },
    })
  ).body

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const callOf = (name: string, args: object) => message('tools/call', { name, arguments: args })

t.test(
  'the tools are the operations that take the credential, as documented [c24-tools]',
  async (t) => {
    const agent = await connect(org.key, '?tools=all')
    const tools = await agent.tools()
    const expected = operations
      .filter(({ operation }) => operation.security?.some((each) => 'apiKey' in each))
      .map(({ operation }) => operation.operationId)
      .filter((id) => id !== 'sendMcpMessage')
    t.strictSame(tools.map(({ name }) => name).sort(), expected.sort())
    for (const { name, title, description, inputSchema } of tools) {
      const found = operations.find(({ operation }) => operation.operationId === name)
      t.equal(title, found?.operation.summary)
      t.ok(found?.operation.description?.startsWith(description ?? '?'), name)
      t.equal(
        'body' in (inputSchema.properties ?? {}),
        found?.operation.requestBody !== undefined,
        name,
      )
    }
  },
)

t.test('the default tools are the 40 of a booking desk [c24-tools]', async (t) => {
  const tools = await (await connect(org.key)).tools()
  t.equal(DESK.size, 40)
  t.strictSame(tools.map(({ name }) => name).sort(), [...DESK].sort())
  const agent = await connect(org.key)
  await t.rejects(agent.call('listApiKeys'), { message: /tools=all/ })
  const unknown = await agent.call('toString').catch(String)
  t.match(unknown, 'Unknown tool')
  const long = await agent.call('x'.repeat(500_000)).catch(String)
  t.equal(long, unknown, "the given name isn't echoed")
})

t.test(
  'every tool of a READ key only reads; others are refused and change nothing [c24-read]',
  async (t) => {
    const key = await org.keyWith('READ')
    const agent = await connect(key, '?tools=all')
    const tools = await agent.tools()
    t.ok(tools.length > 30)
    for (const { name, annotations } of tools) {
      const found = operations.find(({ operation }) => operation.operationId === name)
      t.match(annotations, { readOnlyHint: true, destructiveHint: false }, name)
      t.ok(found?.method === 'GET' || ['quotePrice', 'createArchive'].includes(name), name)
    }
    const before = (await service.request('GET', '/customers', { key })).body.data.length
    const { isError, body } = await agent.call('createCustomer', {
      body: { name: 'X', email: 'x@mcp.test' },
    })
    t.match({ isError, body }, { isError: true, body: { statusCode: 403, code: 'scope_missing' } })
    const { id } = await customerOf(org.key)
    t.match((await agent.call('deleteCustomer', { id })).body, { code: 'scope_missing' })
    const after = (await service.request('GET', '/customers', { key })).body.data.length
    t.equal(after, before + 1)
  },
)

t.test('tools also depend on the role, for sessions and keys [c24-tools]', async (t) => {
  const technician = await service.createMember(org, 'TECHNICIAN')
  const headers = {
    authorization: `Bearer ${await technician.token()}`,
    'x-org-id': org.organizationId,
  }
  const agent = await connectAgent(service.url, headers, '?tools=all')
  t.teardown(() => agent.close())
  const names = (await agent.tools()).map(({ name }) => name)
  t.ok(names.includes('changeProjectStatus'))
  t.notOk(names.includes('createProject') || names.includes('listInvoices'))
  const caller = { role: 'TECHNICIAN', scopes: ['READ', 'WRITE'] } as const
  for (const { id, access } of service.app.agentTools.values()) {
    t.equal(names.includes(id), accessRefusal(access, caller) === null, id)
  }
  const made = { body: { startsAt: '2027-01-04T08:00:00Z', endsAt: '2027-01-05T08:00:00Z' } }
  const once = { ...made, id: technician.userId, idempotencyKey: 'off' }
  const first = await agent.call('createTimeOff', once)
  t.notOk(first.isError, first.text)
  t.equal((await agent.call('createTimeOff', once)).body.id, first.body.id)
})

t.test("another organization's ids get the same 404 as unknown ones [c24-door]", async (t) => {
  const other = await service.createOrg()
  const { id } = await customerOf(other.key)
  const project = await other.call('POST', '/projects/create', {
    scheduledTime: '2027-05-01T09:30:00Z',
  })
  const agent = await connect(org.key, '?tools=all')
  const asked = async (name: string, args: Record<string, unknown>) => {
    const { isError, body } = await agent.call(name, args)
    t.ok(isError, name)
    const { requestId: _, ...rest } = body
    return rest
  }
  const none = '01890000-0000-7000-8000-000000000000'
  const cases: [string, string, object][] = [
    ['getCustomer', id, {}],
    ['updateCustomer', id, { body: { name: 'Mine' } }],
    ['deleteCustomer', id, {}],
    ['getProject', project.body.id, {}],
    ['deliverProject', project.body.id, { body: {} }],
    ['revokeDelivery', project.body.id, {}],
    ['cancelProject', project.body.id, { body: {} }],
  ]
  for (const [name, foreign, more] of cases) {
    const answer = await asked(name, { id: foreign, ...more })
    t.match(answer, { statusCode: 404, code: 'not_found' }, name)
    t.strictSame(answer, await asked(name, { id: none, ...more }), name)
    t.strictSame(answer, await asked(name, { id: 'nonsense', ...more }), name)
    t.strictSame(answer, await asked(name, { id: 'x'.repeat(20_000), ...more }), name)
  }
})

t.test(
  'two concurrent calls with large bodies both succeed: each takes a single turn [c24-door]',
  async (t) => {
    const { body: project } = await org.call('POST', '/projects/create', {
      scheduledTime: '2027-05-01T09:30:00Z',
    })
    const file = { filename: '写'.repeat(250), contentType: 'image/jpeg', mediaType: 'PHOTO' }
    const body = { projectId: project.id, files: Array.from({ length: 100 }, () => file) }
    t.ok(Buffer.byteLength(JSON.stringify(body)) > LARGE_BODY_BYTES)
    const agent = await connect(org.key, '?tools=all')
    const answers = await Promise.all([1, 2].map(() => agent.call('presignUploads', { body })))
    for (const { isError, text } of answers) t.notOk(isError, text)
  },
)

t.test("an id can't reach another path [c24-door]", async (t) => {
  const agent = await connect(org.key, '?tools=all')
  for (const id of ['..', '.', '', '../projects', '%2e%2e', 'a/b', 'a?limit=1', 'a#b', '\n']) {
    const { isError, body } = await agent.call('getCustomer', { id })
    t.match({ isError, body }, { isError: true, body: { code: 'not_found' } }, JSON.stringify(id))
  }
  const bad = await agent.call('listCustomers', { limit: { $gt: 1 }, nonsense: 1 })
  t.strictSame(
    bad.body.fields.map(({ path, code }: { path: string; code: string }) => [path, code]),
    [
      ['nonsense', 'unknown_field'],
      ['limit', 'wrong_type'],
    ],
  )
  t.match((await agent.call('getCustomer')).body, { fields: [{ path: 'id', code: 'required' }] })
})

t.test('errors are those of the operation, including unknown fields [c24-errors]', async (t) => {
  const agent = await connect(org.key)
  const { isError, body } = await agent.call('createCustomer', { body: { name: '' } })
  t.ok(isError)
  t.match(body, { statusCode: 400, code: 'invalid_request', requestId: String })
  t.strictSame(
    body.fields.map(({ path }: { path: string }) => path),
    ['email', 'name'],
  )
  const strict = { body: { name: 'A', email: 'a@mcp.test', phonenumber: '1' } }
  t.match((await agent.call('createCustomer', strict)).body, {
    fields: [{ path: 'phonenumber', code: 'unknown_field' }],
  })
  const { id } = await customerOf(org.key)
  const stale = { id, body: { name: 'B' }, ifMatch: '"stale"' }
  t.match((await agent.call('updateCustomer', stale)).body, { code: 'version_mismatch' })
  const { notes } = await agent.call('getCustomer', { id })
  const ifMatch = notes[0]?.replace('ETag: ', '')
  t.notOk((await agent.call('updateCustomer', { ...stale, ifMatch })).isError)
})

t.test('a credential is required, and its rate limits apply [c24-door]', async (t) => {
  const body = message('tools/list')
  t.match(await service.request('POST', '/mcp', { body }), {
    status: 401,
    body: { code: 'credential_missing' },
  })
  const { status, headers } = await org.call('POST', '/mcp', body)
  t.equal(status, 200)
  t.ok(headers['x-ratelimit-limit'])
})

t.test('one POST is one message: batches and other bodies are refused [c24-one]', async (t) => {
  const { key } = org
  const batch = Array.from({ length: 3 }, () => callOf('listProjects', {}))
  for (const body of [
    batch,
    [],
    'no',
    {},
    { jsonrpc: '1.0', method: 'x' },
    { jsonrpc: '2.0', id: 1 },
  ]) {
    const { status } = await service.request('POST', '/mcp', { key, body })
    t.equal(status, 400, JSON.stringify(body).slice(0, 40))
  }
  const huge = await service.request('POST', '/mcp', {
    key,
    body: callOf('createCustomer', { body: { notes: 'x'.repeat(1_100_000) } }),
  })
  t.match(huge, { status: 413, body: { code: 'body_too_large' } })
  const version = { 'mcp-protocol-version': '1999-01-01' }
  const old = await service.request('POST', '/mcp', {
    key,
    headers: version,
    body: message('ping'),
  })
  t.match(old, { status: 400, body: { code: 'invalid_request' } })
  t.match(await service.request('POST', '/mcp', { key, body: message('ping') }), {
    status: 200,
    body: { result: {} },
  })
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
  t.equal((await service.request('POST', '/mcp', { key, body: note })).status, 202)
  t.match((await service.request('POST', '/mcp', { key, body: message('resources/list') })).body, {
    error: { code: -32601 },
  })
})

t.test('without streams and sessions, GET and DELETE are a 405 [c24-mcp]', async (t) => {
  for (const method of ['GET', 'DELETE']) {
    const { status, headers, body } = await org.call(method, '/mcp')
    t.match({ status, body }, { status: 405, body: { code: 'method_not_allowed' } }, method)
    t.equal(headers.allow, 'OPTIONS, POST')
  }
  const { headers } = await org.call('POST', '/mcp', message('ping'))
  t.notOk(headers['mcp-session-id'])
})

t.test(
  'instructions fit one screen and name statuses, money and times [c24-instructions]',
  async (t) => {
    const text = (await connect(org.key)).client.getInstructions() ?? ''
    for (const word of ['IN_REVISION', 'DRAFT', 'minor unit', 'RFC 3339', 'confirm', 'nextCursor'])
      t.match(text, word)
    t.ok(text.length < 3_000, `${text.length} characters`)
  },
)

t.test(
  'calls are counted once, and the request log names their operations [c24-log]',
  async (t) => {
    const logging = await testApp(t, {
      requestLogSample: 1,
      keyWindows: [{ limit: 1_000, spanMs: 3_600_000 }],
    })
    const own = await logging.createOrg()
    const key = await own.keyWith('READ')
    const send = (id: string, body: object) => callAs(logging, id, ['POST', '/mcp', body], { key })
    t.equal(
      (await send('listed', callOf('listProjects', {}))).headers['x-ratelimit-remaining'],
      '999',
    )
    const none = { id: '01890000-0000-7000-8000-000000000000' }
    t.equal(
      (await send('missing', callOf('getProject', none))).headers['x-ratelimit-remaining'],
      '998',
    )
    await send('refused', callOf('createCustomer', { body: {} }))
    await send('tools', message('tools/list'))
    const ids = ['listed', 'missing', 'refused', 'tools']
    const logged = await loggedOf(logging, own, (all) =>
      ids.every((id) => all.some(({ requestId }) => requestId === id)),
    )
    const shown = logged.map(({ requestId, method, route, status, code }) => [
      requestId,
      [method, route, status, code].join(' '),
    ])
    t.strictSame(Object.fromEntries(shown), {
      listed: 'GET /projects 200 ',
      missing: 'GET /projects/{id} 404 not_found',
      refused: 'POST /customers 403 scope_missing',
      tools: 'POST /mcp 200 ',
    })
    t.equal(logged.length, ids.length)
  },
)

t.test('a key over its limit gets a 429 that says when to retry [c24-errors]', async (t) => {
  const limited = await testApp(t, { keyWindows: [{ limit: 10, spanMs: 3_600_000 }] })
  const { key } = await limited.createOrg()
  const agent = await connectAgent(limited.url, { 'x-api-key': key })
  t.teardown(() => agent.close())
  t.notOk((await agent.call('listProjects')).isError)
  const ping = () => limited.request('POST', '/mcp', { key, body: message('ping') })
  while ((await ping()).status === 200);
  await t.rejects(agent.call('listProjects'), { code: 429, message: /rate_limited/ })
  const { status, headers, body } = await limited.request('POST', '/mcp', {
    key,
    body: callOf('listProjects', {}),
  })
  t.match({ status, body }, { status: 429, body: { code: 'rate_limited' } })
  t.match(headers['retry-after'], /^[1-9]\d*$/)
})

t.test('MCP=off removes the endpoint [c24-mcp]', async (t) => {
  const without = await testApp(t, { hasMcp: false })
  const { key } = await without.createOrg()
  const { status } = await without.request('POST', '/mcp', { key, body: message('tools/list') })
  t.equal(status, 404)
})

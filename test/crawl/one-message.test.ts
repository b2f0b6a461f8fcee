// docs/contract.md#c1-errors-message-400: a 400 has exactly one message for each violation.
import { randomUUID } from 'node:crypto'
import { sharedApp } from '@mediajobs/testing/api/app'
import {
  addressOf,
  type Document,
  type Found,
  followed,
  type JsonSchema,
  operationsOf,
  parametersOf,
  resolved,
} from '@mediajobs/testing/api/document'
import { signInToPortal } from '@mediajobs/testing/api/portal'
import t from 'tap'

const service = await sharedApp()
const org = await service.createOrg()
const session = await org.token()
const { body: client } = await org.call('POST', '/customers', {
  name: 'Ann',
  email: 'ann@client.test',
})
const customer = await signInToPortal(service, org.organizationId, client.id)
const document = service.app.openApi() as unknown as Document
const operations = operationsOf(document)

const OF_TYPE: Record<string, unknown> = {
  string: 'some text',
  integer: 5,
  number: 1.5,
  boolean: true,
  array: [],
  object: {},
  null: null,
}
// Values outside an enum, a format or a bound.
const ODD = ['', ' ', 'é@ü.test', -1, 1e15, [[]], [null], [{}], [5, 5]]

interface Place {
  path: string
  schema: JsonSchema
}

/** The fields of one object, or the items of one array. */
interface Group {
  places: Place[]
  /** The body with these values in those places. */
  wrap(values: unknown[]): unknown
}

/** Every object and array in a body, to the full depth of its schema. */
function groupsIn(schema: JsonSchema, path = '', wrap = (value: unknown) => value): Group[] {
  const { properties, items } = followed(document, schema)
  if (items) {
    const place = { path: `${path}[0]`, schema: items }
    const wrapItem = (value: unknown) => wrap([value])
    const group = { places: [place], wrap: ([value]: unknown[]) => wrap([value]) }
    return [group, ...groupsIn(items, place.path, wrapItem)]
  }
  if (!properties) return []
  const places = Object.entries(properties).map(([name, property]) => ({
    path: path ? `${path}.${name}` : name,
    schema: property,
  }))
  const names = Object.keys(properties)
  const group = {
    places,
    wrap: (values: unknown[]) =>
      wrap(Object.fromEntries(names.map((name, i) => [name, values[i]]))),
  }
  const inner = places.flatMap(({ path: at, schema: property }, i) =>
    groupsIn(property, at, (value) => wrap({ [names[i] ?? '']: value })),
  )
  return [group, ...inner]
}

/** The JSON types that the schema of a place allows. */
function typesOf(schema: JsonSchema): string[] {
  const [known] = resolved<JsonSchema>(document, schema as JsonSchema & { $ref: string }, '')
  if (known.anyOf) return known.anyOf.flatMap(typesOf)
  const types = [known.type ?? []].flat()
  return types.includes('number') ? [...types, 'integer'] : types
}

/** Values of types not allowed by the schema, and odd ones that may be. */
function valuesFor({ schema }: Place): { value: unknown; isOfWrongType: boolean }[] {
  const types = typesOf(schema)
  const wrong = Object.entries(OF_TYPE).filter(([type]) => !types.includes(type))
  return [
    ...wrong.map(([, value]) => ({ value, isOfWrongType: true })),
    ...ODD.map((value) => ({ value, isOfWrongType: false })),
  ]
}

/** The messages of a 400; an empty list for any other response. */
async function messagesTo(found: Found, body: unknown): Promise<string[]> {
  const isPersonal = found.operation.security.every(({ apiKey }) => apiKey === undefined)
  const token = found.path.startsWith('/portal/') ? customer : session
  const credential = isPersonal ? { token } : { key: org.key }
  const path = addressOf(found, randomUUID())
  const response = await service.request(found.method, path, { ...credential, body })
  return response.status === 400 ? response.body.message : []
}

/** Sends each place's values in turn. Yields a sentence for each value with too many or too few messages. */
async function* excesses(found: Found, { places, wrap }: Group): AsyncIterable<string> {
  const values = places.map(valuesFor)
  const rounds = Math.max(...values.map(({ length }) => length))
  for (let round = 0; round < rounds; round++) {
    const sent = values.map((each) => each[round % each.length])
    const messages = await messagesTo(found, wrap(sent.map((each) => each?.value)))
    for (const [i, { path }] of places.entries()) {
      const about = messages.filter(
        (message) => message === `${path} is required` || message.startsWith(`${path} must`),
      )
      const least = sent[i]?.isOfWrongType ? 1 : 0
      if (about.length <= 1 && about.length >= least) continue
      yield `${found.operation.operationId} ${path}: ${JSON.stringify(sent[i]?.value)}: ${about}`
    }
  }
}

t.test(
  'a value of the wrong type in a body gets one message, at any depth [c1-errors-message-400]',
  async (t) => {
    let groups = 0
    for (const found of operations) {
      const schema = found.operation.requestBody?.content['application/json']?.schema
      for (const group of schema ? groupsIn(schema) : []) {
        // Import rows are checked one by one; an invalid row is never a 400.
        if (group.places.some(({ path }) => path.startsWith('rows['))) continue
        for await (const excess of excesses(found, group)) t.fail(excess)
        groups++
      }
    }
    t.ok(groups > operations.length / 2, `${groups} objects and lists`)
  },
)

t.test('an invalid query value gets one message [c1-errors-message-400]', async (t) => {
  const texts = ['', 'nope', '1e1', '0x1', '-1', '999999999999', 'é', ' ', '2026-05-01']
  for (const found of operations) {
    for (const { name, schema } of parametersOf(document, found.operation, 'query')) {
      const queries = [
        ...texts.map((text) => [text]),
        ['nope', 'no'],
        ['EDITOR', 'ADMIN'],
        ['1', '2'],
      ]
      for (const values of queries) {
        const query = new URLSearchParams(
          values.map((value): [string, string] => [name, value]),
        ).toString()
        const { status, body } = await org.call('GET', `${addressOf(found, randomUUID())}?${query}`)
        if (status !== 400) continue
        const about = body.message.filter((message: string) => message.startsWith(name))
        const isList = typesOf(schema).includes('array')
        const most = isList ? values.length : 1
        t.ok(about.length <= most, `${found.path}?${query}: ${about}`)
      }
    }
  }
})

t.test('the message for a value outside an enum lists the allowed values', async (t) => {
  const id = randomUUID()
  for (const status of [null, 5, ['BOOKED'], 'booked', '']) {
    const { body } = await org.call('PATCH', `/projects/${id}/status`, { status })
    t.equal(body.message.length, 1, JSON.stringify(status))
    t.match(body.message[0], /^status must be one of PENDING, BOOKED,/)
  }
  const messagesOf = async (query: string) =>
    (await org.call('GET', `/users?${query}`)).body.message
  t.strictSame(await messagesOf('role=BOSS'), [
    'role must be one of ADMIN, MANAGER, TECHNICIAN, EDITOR',
  ])
  t.strictSame(await messagesOf('role=BOSS&role=ADMIN'), ['role is given twice'])
})

t.test('an import row also gets one message for each violation', async (t) => {
  const rows = [{ externalId: 'r1', scheduledTime: '2026-05-01T09:30:00Z', mediaTypes: [5] }]
  const { body: accepted } = await org.call('POST', '/bulk-imports/projects', { rows })
  const { body } = await org.call('GET', `/bulk-imports/${accepted.id}/rows`)
  t.equal(body.data[0].messages.length, 1)
  t.match(body.data[0].messages[0], /^mediaTypes\[0\] must be one of PHOTO,/)
})

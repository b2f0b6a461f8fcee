// All tests compare each response with the OpenAPI document. This comparison must find every difference.

import { sharedApp } from '@mediajobs/testing/api/app'
import type { Document } from '@mediajobs/testing/api/document'
import { expectDocumented } from '@mediajobs/testing/api/documented-responses'
import t from 'tap'

const service = await sharedApp()
const document = service.app.openApi() as unknown as Document
const { key } = await service.createOrg()
const path = '/customers?limit=1'
await service.request('POST', '/customers', { key, body: { name: 'A', email: 'a@example.com' } })
const response = await service.request('GET', path, { key })
const [customer] = response.body.data

function compare(changes: object, headers: object = {}): void {
  const changed = { ...response, ...changes, headers: { ...response.headers, ...headers } }
  expectDocumented(document, { method: 'GET', path, withKey: true }, changed)
}

const listing = (item: object) => ({ body: { data: [item], nextCursor: null } })

t.test('a response that matches the document passes', async (t) => {
  t.doesNotThrow(() => compare({}))
})

t.test('a response that differs from the document fails, naming the difference', async (t) => {
  const { email, ...withoutEmail } = customer
  const problem = { statusCode: 418, error: 'X', code: 'x', message: 'x', requestId: 'x' }
  const cases: [RegExp, object, object?][] = [
    [/the status is not one of 200, 400/, { status: 418 }],
    [/required property 'email'/, listing(withoutEmail)],
    [/must NOT have additional properties .*"secret"/, listing({ ...customer, secret: email })],
    [/\/data\/0\/name must be string/, listing({ ...customer, name: null })],
    [/\/data\/0\/createdAt must match format/, listing({ ...customer, createdAt: 'today' })],
    [/statusCode is 418/, { status: 404, body: problem }],
    [/must be array/, { status: 400, body: { ...problem, statusCode: 400, error: 'Bad Request' } }],
    [/x-ratelimit-limit is missing/, {}, { 'x-ratelimit-limit': undefined }],
    [/x-ratelimit-reset is 0/, {}, { 'x-ratelimit-reset': '0' }],
    [/x-request-id is missing/, {}, { 'x-request-id': '' }],
    [/the header etag is not documented/, {}, { etag: '"1"' }],
    [/the body is not of the type application\/json/, {}, { 'content-type': 'text/html' }],
  ]
  for (const [message, changes, headers] of cases) {
    t.throws(() => compare(changes, headers), { message }, String(message))
  }
})

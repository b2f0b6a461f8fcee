import { readFile } from 'node:fs/promises'
import { EVENT_NAMES, TEST_EVENT } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { type Document, operationsOf, parametersOf } from '@mediajobs/testing/api/document'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'

const COMMITTED = new URL('../../../../docs/openapi.json', import.meta.url)

const service = await sharedApp()
const served = await service.request('GET', '/openapi.json')
const document = served.body as Document
const operations = operationsOf(document)

t.test('the server URL is the folder of the document, even behind a proxy', async (t) => {
  const [server] = document.servers
  const resolvedAt = (place: string) => new URL(server?.url ?? '', place).href
  t.equal(resolvedAt('https://jobs.example/openapi.json'), 'https://jobs.example/')
  t.equal(resolvedAt('https://example.com/jobs/openapi.json'), 'https://example.com/jobs/')
})

t.test('every tag has a description, and is used', async (t) => {
  const described = document.tags.map(({ name, description }) => (description ? name : ''))
  const webhooks = Object.values(document.webhooks).map(({ post }) => post)
  const used = [...operations.map(({ operation }) => operation), ...webhooks].map(
    ({ tags }) => tags,
  )
  t.strictSame([...described].sort(), [...new Set(used.flat())].sort())
})

t.test('/openapi.json is served without a credential, and is valid OpenAPI 3.1', async (t) => {
  t.equal(served.status, 200)
  t.equal(document.openapi, '3.1.0')
  const validator = new Validator()
  t.strictSame(await validator.validate(structuredClone(served.body)), { valid: true })
  t.equal(validator.version, '3.1')
})

t.test(
  'docs/openapi.json is the served document: `pnpm openapi` rewrites it [i1-exact]',
  async (t) => {
    const committed = await readFile(COMMITTED, 'utf8')
    t.ok(committed === `${JSON.stringify(document, null, 2)}\n`, 'run `pnpm openapi`')
  },
)

t.test('every operation has a unique name, a summary and a description', async (t) => {
  const names = operations.map(({ operation }) => operation.operationId)
  t.equal(new Set(names).size, operations.length)
  for (const { method, path, operation } of operations) {
    t.match(operation.operationId, /^[a-z]+([A-Z][a-z]*)*$/, `${method} ${path}`)
    t.match(operation.summary, /^[A-Z]/, `${method} ${path}`)
    // Agents read only the description to choose a tool.
    t.match(
      operation.description,
      /^[A-Z][a-z]+s (?!the scope|a session|no credential)/,
      `${method} ${path}`,
    )
  }
})

t.test('every query parameter has a description', async (t) => {
  for (const { method, path, operation } of operations) {
    for (const { name, description } of parametersOf(document, operation, 'query')) {
      t.ok(description, `${name} of ${method} ${path}`)
    }
  }
})

t.test('every operation with body fields has an example', (t) => {
  for (const { method, path, operation } of operations) {
    const json = operation.requestBody?.content['application/json']
    if (!json || Object.keys(json.schema.properties ?? {}).length === 0) continue
    t.ok(Object.keys(json.examples ?? {}).length > 0, `${method} ${path}`)
  }
  t.end()
})

t.test('every event is a webhook in the document [c7-payload]', async (t) => {
  t.strictSame(Object.keys(document.webhooks).sort(), [...EVENT_NAMES, TEST_EVENT].sort())
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const words = post.operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
    t.equal(words, event, 'the operationId is its name in camelCase')
    t.strictSame(post.tags, ['webhook-payloads'], 'apart from the operations of the API')
  }
})

t.test(
  "the document describes what schemas can't: methods, headers, URLs, future times",
  async (t) => {
    const { info, components } = served.body
    for (const word of ['HEAD', 'OPTIONS', 'x-request-id', '20,000', '16 MiB']) {
      t.match(info.description, word)
    }
    for (const { operation } of operations) {
      const names = parametersOf(document, operation, 'header').map(({ name }) => name)
      t.ok(names.includes('x-request-id'), operation.operationId)
    }
    const { CreateSubscriptionBody, CreateApiKeyBody, DeliverProjectBody } = components.schemas
    t.match(CreateSubscriptionBody.properties.url, { format: 'uri', maxLength: 2_048 })
    for (const rule of ['https', 'credentials', 'fragment', 'port', 'private']) {
      t.match(CreateSubscriptionBody.properties.url.description, rule)
    }
    for (const { properties } of [CreateApiKeyBody, DeliverProjectBody]) {
      t.match(properties.expiresAt.description, 'In the future')
    }
  },
)

t.test("our validator's custom keywords and formats aren't published", async (t) => {
  t.notMatch(
    JSON.stringify(document),
    /"(entityId|patternSentence)"|"format":"(instant|storable|one-line|filename|printable|cursor|receiver-url|currency|kept-currency|country-code|time-zone|language-tag|https-url)"/,
  )
})

t.test('/docs shows the document and loads nothing from other hosts', async (t) => {
  const page = await service.request('GET', '/docs')
  t.equal(page.status, 200)
  const policy = page.headers['content-security-policy']?.split('; ') ?? []
  for (const name of ['default-src', 'frame-ancestors', 'base-uri', 'form-action']) {
    t.ok(policy.includes(`${name} 'none'`), name)
  }
  t.notMatch(policy.join(), 'unsafe')
  t.notMatch(String(page.body), /<script>|<style|style=|\son\w+=/, 'it needs no unsafe directives')
  const files = [...String(page.body).matchAll(/(?:src|href)="([^"]*)"/g)].map(
    ([, url = '']) => url,
  )
  t.strictSame(files, ['docs/swagger-ui.css', 'docs/swagger-ui-bundle.js', 'docs/reference.js'])
  for (const file of files) t.equal((await service.request('GET', `/${file}`)).status, 200, file)
  const { body } = await service.request('GET', '/docs/reference.js')
  t.match(
    body,
    "new URL('openapi.json', document.baseURI)",
    "it also works under a proxy's path prefix",
  )
})

import { readFile } from 'node:fs/promises'
import { EVENT_NAMES } from '@mediajobs/domain'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { testApp } from './support/app.ts'
import { type Document, operationsOf, parametersOf } from './support/document.ts'

const COMMITTED = new URL('../../../docs/openapi.json', import.meta.url)

const service = await testApp(t)
const served = await service.request('GET', '/openapi.json')
const document = served.body as Document
const operations = operationsOf(document)

t.test('/openapi.json is served to anyone, and is valid OpenAPI 3.1', async (t) => {
  t.equal(served.status, 200)
  t.equal(document.openapi, '3.1.0')
  const validator = new Validator()
  t.strictSame(await validator.validate(structuredClone(served.body)), { valid: true })
  t.equal(validator.version, '3.1')
})

t.test('docs/openapi.json is what is served: `pnpm openapi` writes it anew', async (t) => {
  const committed = await readFile(COMMITTED, 'utf8')
  t.ok(committed === `${JSON.stringify(document, null, 2)}\n`, 'run `pnpm openapi`')
})

t.test('every operation has a name of its own, and a summary', async (t) => {
  const names = operations.map(({ operation }) => operation.operationId)
  t.equal(new Set(names).size, operations.length)
  for (const { method, path, operation } of operations) {
    t.match(operation.operationId, /^[a-z]+([A-Z][a-z]*)*$/, `${method} ${path}`)
    t.match(operation.summary, /^[A-Z]/, `${method} ${path}`)
  }
})

t.test('every parameter in a query says what it is for', async (t) => {
  for (const { method, path, operation } of operations) {
    for (const { name, description } of parametersOf(document, operation, 'query')) {
      t.ok(description, `${name} of ${method} ${path}`)
    }
  }
})

t.test(
  'every operation with a body has an example of it, but where there is nothing to send',
  (t) => {
    for (const { method, path, operation } of operations) {
      const json = operation.requestBody?.content['application/json']
      if (!json || Object.keys(json.schema.properties ?? {}).length === 0) continue
      t.ok(Object.keys(json.examples ?? {}).length > 0, `${method} ${path}`)
    }
    t.end()
  },
)

t.test('every event is a webhook of the document', async (t) => {
  t.strictSame(Object.keys(document.webhooks).sort(), [...EVENT_NAMES].sort())
})

t.test('nothing that only our validator knows is published', async (t) => {
  t.notMatch(JSON.stringify(document), /"(entityId|patternSentence)"|"(instant|storable)"/)
})

t.test('/docs shows the document, and loads nothing from elsewhere', async (t) => {
  const page = await service.request('GET', '/docs')
  t.equal(page.status, 200)
  const policy = page.headers['content-security-policy']?.split('; ') ?? []
  for (const name of ['default-src', 'frame-ancestors', 'base-uri', 'form-action']) {
    t.ok(policy.includes(`${name} 'none'`), name)
  }
  t.notMatch(policy.join(), 'unsafe')
  t.notMatch(String(page.body), /<script>|<style|style=|\son\w+=/, 'it needs nothing unsafe')
  const files = [...String(page.body).matchAll(/(?:src|href)="([^"]*)"/g)].map(
    ([, url = '']) => url,
  )
  t.strictSame(files, ['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/docs/reference.js'])
  for (const file of files) t.equal((await service.request('GET', file)).status, 200, file)
  t.match((await service.request('GET', '/docs/reference.js')).body, "url: '/openapi.json'")
})

// What client generators need from the document: names, number widths, portable patterns.
import { PROBLEM_CODES } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { type Document, type JsonSchema, operationsOf } from '@mediajobs/testing/api/document'
import t from 'tap'

const service = await sharedApp()
const document = service.app.openApi() as unknown as Document

interface Place {
  pointer: string
  schema: JsonSchema
}

/** Every object in the document that may be a schema, with its location, except in examples. */
function* nodesIn(node: unknown, pointer = ''): Iterable<Place> {
  if (typeof node !== 'object' || node === null) return
  yield { pointer, schema: node }
  for (const [step, inner] of Object.entries(node)) {
    if (step !== 'example' && step !== 'examples') yield* nodesIn(inner, `${pointer}/${step}`)
  }
}

const nodes = [...nodesIn(document)]
const typed = nodes.filter(({ schema }) => ['string', 'object'].includes(typeof schema.type))
const COMPONENT = /^\/components\/schemas\/\w+$/

t.test('every enumeration, body and page is a named component', async (t) => {
  const inline = nodes.filter(
    ({ pointer, schema }) =>
      (Array.isArray(schema.enum) || (schema.type === 'object' && schema.properties)) &&
      !COMPONENT.test(pointer),
  )
  t.strictSame(
    inline.map(({ pointer }) => pointer),
    [],
  )
  for (const { operation } of operationsOf(document)) {
    const { operationId, requestBody } = operation
    if (requestBody)
      t.match(requestBody.content['application/json']?.schema.$ref, /Body$/, operationId)
  }
  const { schemas = {} } = document.components
  for (const name of Object.keys(schemas)) t.match(name, /^([A-Z][a-z]+)+$/)
  for (const name of ['ProjectStatus', 'MediaType', 'Role', 'Scope', 'EventName', 'ProjectPage']) {
    t.ok(schemas[name], name)
  }
})

t.test('every component is used', async (t) => {
  const text = JSON.stringify(document)
  const unused: string[] = []
  for (const [section, components] of Object.entries(document.components)) {
    if (section === 'securitySchemes') continue
    for (const name of Object.keys(components)) {
      if (!text.includes(`"#/components/${section}/${name}"`)) unused.push(`${section}/${name}`)
    }
  }
  t.strictSame(unused, [])
})

t.test('every number has a width: 64 bits for amounts and sizes [c1-money-integer]', async (t) => {
  const wrong = typed.filter(({ pointer, schema }) => {
    const types = [schema.type].flat()
    if (types.includes('number')) return schema.format !== 'double'
    if (!types.includes('integer')) return false
    const isWide = /(Amount|\/size)$/.test(pointer) || (schema.maximum ?? 2 ** 31) >= 2 ** 31
    return schema.format !== (isWide ? 'int64' : 'int32')
  })
  t.strictSame(wrong, [])
  t.equal(document.components.schemas?.Invoice?.properties?.totalAmount?.format, 'int64')
  t.equal(document.components.schemas?.ConfirmUploadBody?.properties?.size?.format, 'int64')
})

t.test('a field with a default is not required', async (t) => {
  const wrong = nodes.filter(({ schema: { required, properties } }) =>
    Array.isArray(required)
      ? required.some((name) => properties?.[name]?.default !== undefined)
      : false,
  )
  t.strictSame(wrong, [])
})

// A regex subset with the same meaning in RE2 (Go), Python and ECMAScript, with or without the u flag: literals,
// classes, groups and counts. No lookaround, properties, back-references or \u.
const ESCAPE = String.raw`\\(x[0-9a-f]{2}|[sdw]|[\\/.*+?()[\]{}|^$-])`
const CLASS = String.raw`\[\^?(${ESCAPE}|[^\\[\]])+\]`
const ATOM = String.raw`(${ESCAPE}|${CLASS}|[^\\[\](){}|*+?^$]|[()|])`
const PORTABLE = new RegExp(String.raw`^\^(${ATOM}([*+?]|\{\d+(,\d*)?\})?)*\$$`)

function isPortable(pattern: string): boolean {
  return PORTABLE.test(pattern) && !pattern.includes('(?')
}

t.test('every pattern has the same meaning in Go, Python and ECMAScript', async (t) => {
  const patterns = new Set(typed.flatMap(({ schema }) => schema.pattern ?? []))
  t.ok(patterns.size > 5)
  for (const pattern of patterns) {
    t.ok(isPortable(pattern), pattern)
    t.doesNotThrow(() => [new RegExp(pattern), new RegExp(pattern, 'u')], pattern)
  }
  for (const refused of ['^(?!a)b$', '^\\p{Cc}$', '^\\u0000$', '^(a)\\1$', '^\\cA$']) {
    t.notOk(isPortable(refused), refused)
  }
})

t.test(
  'the patterns of names and codes match the checks of the service [c6-presign-filename]',
  async (t) => {
    const { CreateDiscountBody, RenameMediaBody } = document.components.schemas ?? {}
    const matches = (schema: JsonSchema | undefined, field: string, text: string) => {
      const pattern = schema?.properties?.[field]?.pattern ?? ''
      return [new RegExp(pattern).test(text), new RegExp(pattern, 'u').test(text)]
    }
    for (const code of ['A', 'SUMMER 26', 'é', '日本', 'a/b']) {
      t.strictSame(matches(CreateDiscountBody, 'code', code), [true, true], code)
    }
    for (const code of ['', ' A', 'A ', 'A\tB', 'A\u001b[31mB', 'A\u0085']) {
      t.strictSame(matches(CreateDiscountBody, 'code', code), [false, false], JSON.stringify(code))
    }
    for (const filename of ['kitchen.jpg', 'pC.jpg', 'Küche 2.jpg', ' a', '...']) {
      t.strictSame(matches(RenameMediaBody, 'filename', filename), [true, true], filename)
    }
    for (const filename of ['a/b', 'a\\b', 'a\0', 'a\u009f', ' ', '..', '. ']) {
      t.strictSame(matches(RenameMediaBody, 'filename', filename), [false, false], filename)
    }
  },
)

t.test('every problem code is in the document [c1-errors-code]', async (t) => {
  const { ProblemCode } = document.components.schemas ?? {}
  t.strictSame(ProblemCode?.enum, Object.keys(PROBLEM_CODES))
})

t.test('headers that must not be empty have a minLength', async (t) => {
  const { Cursor, IdempotencyKey, IfMatch } = document.components.parameters as Record<
    string,
    { schema?: JsonSchema }
  >
  for (const parameter of [Cursor, IdempotencyKey, IfMatch]) {
    t.equal(parameter?.schema?.minLength, 1)
    t.notOk(new RegExp(parameter?.schema?.pattern ?? '').test(''))
  }
})

t.test(
  'the one-line patterns refuse the same line breaks as the API [c1-names-line]',
  async (t) => {
    const { CreateCustomerBody, RenameMediaBody } = document.components.schemas ?? {}
    for (const { pattern = '' } of [
      CreateCustomerBody?.properties?.name ?? {},
      RenameMediaBody?.properties?.filename ?? {},
    ]) {
      t.notMatch(pattern, /[\u2028\u2029]/, 'they would end a line in JavaScript')
      for (const flags of ['', 'u']) {
        const line = new RegExp(pattern, flags)
        for (const end of ['\n', '\u0085', '\u2028', '\u2029']) {
          t.notOk(line.test(`a${end}b`), encodeURI(end))
        }
        for (const text of ['', '  ', '\u00a0']) t.notOk(line.test(text), encodeURI(text))
        for (const text of ['a.b', 'a\u2027b', 'a\u202ab', '🏡 é', '..a']) {
          t.ok(line.test(text), encodeURI(text))
        }
      }
    }
  },
)

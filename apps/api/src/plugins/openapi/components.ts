import { isDeepStrictEqual } from 'node:util'

type Node = Record<string, unknown>

/** Marks a part to share, with its place in `components`, like `headers/ETag`. */
export interface Shared {
  component: string
}

/**
 * Moves schemas with a title and parts marked as shared to `components`, so that each is one type in generated clients.
 *
 * @throws if two different parts have the same name
 */
export function hoistShared(document: Node): Node {
  const components: Record<string, Node> = {}

  function hoist(place: string, node: Node): Node {
    const known = components[place]
    if (known && !isDeepStrictEqual(known, node))
      throw new Error(`${place} names two different parts`)
    components[place] = node
    return { $ref: `#/components/${place}` }
  }

  const walk = eachOnce((node) => {
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [key, key === 'examples' ? inner : walk(inner)]),
    )
    const { component, ...marked } = copy
    if (typeof component === 'string') return hoist(component, marked)
    const { title, ...schema } = copy
    return typeof title === 'string' && 'type' in copy ? hoistSchema(title, schema) : copy
  })

  function hoistSchema(title: string, schema: Node): Node {
    const { type, enum: values, default: value, ...rest } = schema
    const place = `schemas/${title}`
    if (Array.isArray(type)) {
      // The component omits null, for its other uses.
      const [only] = type.filter((each) => each !== 'null')
      const known = Array.isArray(values) && { enum: values.filter((each) => each !== null) }
      return { anyOf: [hoist(place, { ...rest, type: only, ...known }), { type: 'null' }] }
    }
    const whole = { ...rest, type, ...(values !== undefined && { enum: values }) }
    return { ...hoist(place, whole), ...(value !== undefined && { default: value }) }
  }

  const { info, components: own, ...rest } = document
  const hoisted = walk(rest) as Node
  return { ...hoisted, info, components: { ...(own as Node), ...bySection(components) } }
}

/** Maps each object once, however often it occurs: a header or an error's schema occurs hundreds of times. */
function eachOnce(map: (node: Node) => Node): (node: unknown) => unknown {
  const mapped = new WeakMap<object, unknown>()
  const once = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node
    const made = mapped.get(node) ?? (Array.isArray(node) ? node.map(once) : map(node as Node))
    mapped.set(node, made)
    return made
  }
  return once
}

function bySection(components: Record<string, Node>): Record<string, Node> {
  const sections: Record<string, Node> = {}
  for (const place of Object.keys(components).sort()) {
    const [section = '', name = ''] = place.split('/')
    sections[section] ??= {}
    sections[section][name] = components[place]
  }
  return sections
}

/** JSON Schema without our validator's keywords and formats. */
export type PublishedSchema = Record<string, unknown>

const LARGEST_INT32 = 2_147_483_647

/**
 * Replaces our keywords and formats with standard ones: ids are UUIDs, times date-times. Adds number widths and the true
 * `required` for code generators.
 */
export function publishedSchema(schema: unknown): PublishedSchema {
  return published(schema) as PublishedSchema
}

const published = eachOnce((schema) => {
  const { entityId, format, patternSentence, ...rest } = schema
  const copy = Object.fromEntries(
    // Examples aren't schemas, even if their fields are named like keywords.
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === 'examples' ? inner : published(inner),
    ]),
  )
  return {
    ...copy,
    ...(entityId ? { format: 'uuid' } : publishedFormat(format)),
    ...widthOf(copy),
    ...requiredOf(copy),
  }
})

// Portable across RE2 (Go), Python and ECMAScript, with or without the flag u.
function publishedFormat(format: unknown): PublishedSchema {
  switch (format) {
    case undefined:
    case 'storable':
    case 'time-zone':
    case 'language-tag':
      return {}
    case 'instant':
      return { format: 'date-time' }
    case 'country-code':
      return { pattern: '^[A-Z]{2}$' }
    case 'currency':
    case 'kept-currency':
      return { pattern: '^[A-Z]{3}$' }
    case 'cursor':
      return { minLength: 1, pattern: '^[A-Za-z0-9_-]+$' }
    case 'not-blank':
      return { minLength: 1 }
    case 'one-line':
      return { pattern: ONE_LINE }
    case 'name':
      return { pattern: NAME }
    case 'filename':
      return { pattern: FILENAME }
    case 'printable':
      return { pattern: PRINTABLE }
    case 'receiver-url':
    case 'https-url':
      return { format: 'uri' }
    default:
      return { format }
  }
}

const CONTROL = '\\x00-\\x1f\\x7f-\\x9f'
// No escape for U+2028 and U+2029 works in all three, and unescaped they end a line in JavaScript. So a range from
// neighbor to neighbor excludes all four, and the neighbors are allowed again.
const [BEFORE, BEHIND] = ['\u2027', '\u202a']
const but = (excluded: string) =>
  `([^${excluded}${CONTROL}${BEFORE}-${BEHIND}]|[${BEFORE}${BEHIND}])`
const ONE_LINE = `^${but('')}*$`
const NAME = `^${but('')}*${but('\\s')}${but('')}*$`
// `.` and `..` name folders, and a blank name can't be read.
const FILENAME = `^${but('/\\\\')}*(${but('\\s./\\\\')}|\\.{3})${but('/\\\\')}*$`
const PRINTABLE = `^${but('\\s')}(${but('')}*${but('\\s')})?$`

/** Without a format, Java and C# clients use 32-bit integers, and Go clients 32-bit floats. */
function widthOf({ type, maximum }: PublishedSchema): PublishedSchema {
  const types = [type].flat()
  if (types.includes('number')) return { format: 'double' }
  if (!types.includes('integer')) return {}
  const isNarrow = typeof maximum === 'number' && maximum <= LARGEST_INT32
  return { format: isNarrow ? 'int32' : 'int64' }
}

/** TypeBox requires fields with a default, since handlers always see them; callers needn't send them. */
function requiredOf({ required, properties }: PublishedSchema): PublishedSchema {
  if (!Array.isArray(required) || !isSchema(properties)) return {}
  return { required: required.filter((name) => !hasDefault(properties[name])) }
}

function hasDefault(schema: unknown): boolean {
  return isSchema(schema) && schema.default !== undefined
}

function isSchema(value: unknown): value is PublishedSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

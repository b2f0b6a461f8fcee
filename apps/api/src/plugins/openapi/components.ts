import { isDeepStrictEqual } from 'node:util'

type Node = Record<string, unknown>

/** Marks a part that is the same wherever it occurs, with its place in `components`, like `headers/ETag`. */
export interface Shared {
  component: string
}

/**
 * Moves every schema that has a title, and everything that is marked as shared, to `components`, and
 * leaves a reference to it. So one thing in the code is one type in a generated client.
 *
 * @throws when two different parts have the same name.
 */
export function hoistShared(document: Node): Node {
  const components: Record<string, Node> = {}

  function hoist(place: string, node: Node): Node {
    const known = components[place]
    if (known && !isDeepStrictEqual(known, node)) throw new Error(`${place} has two meanings`)
    components[place] = node
    return { $ref: `#/components/${place}` }
  }

  function walk(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node !== 'object' || node === null) return node
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [key, key === 'examples' ? inner : walk(inner)]),
    )
    const { component, ...marked } = copy
    if (typeof component === 'string') return hoist(component, marked)
    const { title, ...schema } = copy
    return typeof title === 'string' && 'type' in copy ? hoistSchema(title, schema) : copy
  }

  function hoistSchema(title: string, schema: Node): Node {
    const { type, enum: values, default: value, ...rest } = schema
    const place = `schemas/${title}`
    if (Array.isArray(type)) {
      // The component is the schema without null: other places may use it without null.
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

function bySection(components: Record<string, Node>): Record<string, Node> {
  const sections: Record<string, Node> = {}
  for (const place of Object.keys(components).sort()) {
    const [section = '', name = ''] = place.split('/')
    sections[section] = { ...sections[section], [name]: components[place] }
  }
  return sections
}

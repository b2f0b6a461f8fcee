import { isDeepStrictEqual } from 'node:util'

type Node = Record<string, unknown>

/** Marks what is one thing wherever it occurs: its place in `components`, `headers/etag`. */
export interface Shared {
  component: string
}

/**
 * Moves every schema that has a title, and everything that is marked as shared, to `components`, and
 * leaves a reference to it: what is one thing in the code is one named thing for whoever generates
 * from the document.
 *
 * @throws when two different things have one name.
 */
export function hoistShared(document: Node): Node {
  const components: Record<string, Node> = {}

  function hoist(place: string, what: Node): Node {
    const known = components[place]
    if (known && !isDeepStrictEqual(known, what)) throw new Error(`two things are called ${place}`)
    components[place] = what
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
    return typeof title === 'string' && 'type' in copy ? hoist(`schemas/${title}`, schema) : copy
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

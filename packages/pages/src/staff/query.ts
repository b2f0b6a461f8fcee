/** The query of an address. A parameter that is given several times has a list. */
export type Query = Record<string, string | string[] | undefined>

/** The first value of a parameter. */
export function one(query: Query, name: string): string | undefined {
  return [query[name]].flat()[0]
}

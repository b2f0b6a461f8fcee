/**
 * What a browser sends for a form of a page that a person has not touched.
 *
 * @param end how the address ends to which the form is sent
 */
export function fieldsOf(page: { text: string }, end: string): Record<string, string> {
  return Object.fromEntries(entriesOf(page, end))
}

/** The same with each value of a field that the form has several times. */
export function valuesOf(page: { text: string }, end: string): Record<string, string[]> {
  const byName = Map.groupBy(entriesOf(page, end), ([name]) => name)
  return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(([, value]) => value)]))
}

function entriesOf({ text }: { text: string }, end: string): [string, string][] {
  const forms = [...text.matchAll(/<form method="post" action="([^"]+)"[^>]*>(.*?)<\/form>/gs)]
  const [, , content] = forms.find(([, action]) => action?.split('?')[0]?.endsWith(end)) ?? []
  if (content === undefined) throw new Error(`no form for ${end}`)
  return [...inputs(content), ...areas(content), ...choices(content)]
}

function inputs(content: string): [string, string][] {
  return [...content.matchAll(/<input ([^>]*)>/g)].flatMap(([, tag = '']): [string, string][] => {
    const name = attribute(tag, 'name')
    if (name === undefined || tag.includes('type="file"')) return []
    if (/type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag)) return []
    return [[name, attribute(tag, 'value') ?? '']]
  })
}

function areas(content: string): [string, string][] {
  const found = content.matchAll(/<textarea ([^>]*)>\n?(.*?)<\/textarea>/gs)
  return [...found].map(([, tag = '', text = '']) => [attribute(tag, 'name') ?? '', plain(text)])
}

function choices(content: string): [string, string][] {
  const found = content.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)
  return [...found].map(([, tag = '', options = '']) => {
    const chosen = /value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options)
    return [attribute(tag, 'name') ?? '', plain(chosen?.[1])]
  })
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : plain(value)
}

function plain(text = ''): string {
  const characters: Record<string, string> = {
    '&quot;': '"',
    '&#39;': "'",
    '&lt;': '<',
    '&gt;': '>',
    '&amp;': '&',
  }
  return text.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => characters[entity] ?? entity)
}

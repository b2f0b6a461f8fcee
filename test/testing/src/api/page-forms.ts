/**
 * What a browser sends for an untouched form.
 *
 * @param end suffix of the form's action
 */
export function fieldsOf(page: { text: string }, end: string): Record<string, string> {
  return Object.fromEntries(entriesOf(page, end))
}

/** {@link fieldsOf}, with all values of repeated fields. */
export function valuesOf(page: { text: string }, end: string): Record<string, string[]> {
  const byName = Map.groupBy(entriesOf(page, end), ([name]) => name)
  return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(([, value]) => value)]))
}

function entriesOf(page: { text: string }, end: string): [string, string][] {
  const isWanted = ({ method, action }: PageForm) =>
    method === 'POST' && action.split('?')[0]?.endsWith(end)
  const form = formsOf(page).find(isWanted)
  if (!form) throw new Error(`no form for ${end}`)
  return form.entries
}

export interface PageForm {
  method: 'GET' | 'POST'
  /** As in the page, usually relative. Empty: the page's URL. */
  action: string
  /** What a browser sends for the untouched form, without the button. */
  entries: [string, string][]
  /** The first button with a name. */
  button: [string, string] | undefined
}

/** All forms of a page. */
export function formsOf({ text }: { text: string }): PageForm[] {
  return [...text.matchAll(/<form(?: ([^>]*))?>(.*?)<\/form>/gs)].map(
    ([, tag = '', content = '']) => ({
      method: attribute(tag, 'method') === 'post' ? 'POST' : 'GET',
      action: attribute(tag, 'action') ?? '',
      entries: [...inputs(content), ...areas(content), ...choices(content)],
      button: buttonOf(content),
    }),
  )
}

/** URLs of links and loaded files, as in the page. */
export function addressesOf({ text }: { text: string }): { links: string[]; files: string[] } {
  const all = (tags: RegExp, name: string) =>
    [...text.matchAll(tags)].flatMap(([, tag = '']) => attribute(tag, name) ?? [])
  return {
    links: all(/<a ([^>]*)>/g, 'href'),
    files: [...all(/<link ([^>]*)>/g, 'href'), ...all(/<(?:script|img|video) ([^>]*)>/g, 'src')],
  }
}

function buttonOf(content: string): [string, string] | undefined {
  for (const [, tag = ''] of content.matchAll(/<button ([^>]*)>/g)) {
    const name = attribute(tag, 'name')
    if (name !== undefined) return [name, attribute(tag, 'value') ?? '']
  }
  return undefined
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

import { type Html, html, nothing } from '../../html.ts'
import { messageOf } from '../../message.ts'
import { one, type Query } from '../own-address.ts'
import type { Notice } from '../send-staff-page.ts'
import type { Problems } from './form.ts'
import { TEXTS } from './texts.ts'

/** The parameters that are given, of these names. */
export function kept(query: Query, names: readonly string[]): URLSearchParams {
  const found = names.flatMap((name): [string, string][] => {
    const value = one(query, name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(found)
}

/** The links to the next part of a list, and to its beginning. `query` has the filters. */
export function pageLinks(
  here: string,
  query: URLSearchParams,
  { cursor, nextCursor }: { cursor: string | undefined; nextCursor: string | null },
): Html {
  if (cursor === undefined && nextCursor === null) return nothing
  const next = nextCursor && new URLSearchParams([...query, ['cursor', nextCursor]])
  return html`<p class="actions">${cursor === undefined ? nothing : html`<a class="button" href="${here}?${query}">${TEXTS.first}</a>`}
${next ? html`<a class="button" href="${here}?${next}">${TEXTS.more}</a>` : nothing}</p>`
}

/** What the head of a page says of a form that was refused. */
export function problemNotice(problems: Problems | undefined): Notice | undefined {
  if (!problems) return undefined
  const { head } = problems
  return {
    kind: 'problem',
    text: head.length > 0 ? messageOf({ message: [...head] }) : TEXTS.marked,
  }
}

/** What the head of a page says after a form, from its address. */
export function doneNotice(query: Query, texts: Readonly<Record<string, string>>) {
  const done = one(query, 'done')
  if (done === undefined) return undefined
  const text = done === 'same' ? TEXTS.same : Object.hasOwn(texts, done) ? texts[done] : undefined
  return text === undefined ? undefined : ({ kind: 'done', text } as const)
}

import type { EVENTS, TEST_EVENT } from '@mediajobs/domain'
import { type Html, html } from '../../html.ts'
import { icon } from '../../icons.ts'
import { copyButton } from '../change-form.ts'
import { DEVELOPERS, eventText } from './texts.ts'
import { linkTo, type Visit } from './visit.ts'

/** Lists the keyboard shortcuts, with a switch. Hidden without the module. */
export function shortcuts(): Html {
  const { text, on, off } = DEVELOPERS.keys
  return html`<p class="soft shortcuts" data-shortcuts hidden>${text} <button type="button" data-on="${on}" data-off="${off}">${off}</button></p>`
}

/** Placeholder for a secret; as a header value, it keeps the stored one. docs/contract.md#c16-headers */
export const HIDDEN = '********'

/** An id with a copy button. */
export function copiedId(elementId: string, name: string, id: string, href?: string): Html {
  const text = html`<code id="${elementId}">${id}</code>`
  const button = { id: elementId, text: icon('copy'), label: DEVELOPERS.copyId(name) }
  return html`${href ? html`<a href="${href}">${text}</a>` : text} ${copyButton(button)}`
}

/** The meaning of an event, with a link to its type. */
export function eventMeaning(visit: Visit, event: keyof typeof EVENTS | typeof TEST_EVENT): Html {
  const address = `${linkTo(visit, 'events/types')}#${event}`
  return html`<p class="soft">${eventText(event)}. <a href="${address}">${DEVELOPERS.eventType}</a></p>`
}

/** A link to an event's job. */
export function projectLink({ home }: Visit, data: unknown): Html | undefined {
  const id = projectIn(data)
  return id === undefined
    ? undefined
    : html`<a href="${home}/projects/${encodeURIComponent(id)}">${DEVELOPERS.openProject}</a>`
}

function projectIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('projectId' in data && typeof data.projectId === 'string') return data.projectId
  return 'invoice' in data ? projectIn(data.invoice) : undefined
}

import type { EVENTS, TEST_EVENT } from '@mediajobs/domain'
import { type Html, html } from '../../html.ts'
import { icon } from '../../icons.ts'
import { copyButton } from '../change-form.ts'
import { DEVELOPERS, eventText } from './texts.ts'
import { linkTo, type Visit } from './visit.ts'

/** Says which keys the module of the page knows, and lets a person switch them off. Hidden without the module. */
export function shortcuts(): Html {
  const { text, on, off } = DEVELOPERS.keys
  return html`<p class="soft shortcuts" data-shortcuts hidden>${text} <button type="button" data-on="${on}" data-off="${off}">${off}</button></p>`
}

/** What stands in place of a secret; sent as the value of a header, it means the stored one. docs/contract.md#c16-headers */
export const HIDDEN = '********'

/** An id with a button that copies it. */
export function copiedId(elementId: string, name: string, id: string, href?: string): Html {
  const text = html`<code id="${elementId}">${id}</code>`
  const button = { id: elementId, text: icon('copy'), label: DEVELOPERS.copyId(name) }
  return html`${href ? html`<a href="${href}">${text}</a>` : text} ${copyButton(button)}`
}

/** What an event means, and a link to its type. */
export function eventMeaning(visit: Visit, event: keyof typeof EVENTS | typeof TEST_EVENT): Html {
  const address = `${linkTo(visit, 'events/types')}#${event}`
  return html`<p class="soft">${eventText(event)}. <a href="${address}">${DEVELOPERS.eventType}</a></p>`
}

/** The job of an event, as a link. */
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

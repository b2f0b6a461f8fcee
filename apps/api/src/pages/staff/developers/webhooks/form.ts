import { EVENT_NAMES, MAX_RECEIVER_URL_LENGTH } from '@mediajobs/domain'
import type { FastifyRequest } from 'fastify'
import { formOf } from '../../../forms.ts'
import { type Html, html } from '../../../html.ts'
import { field } from '../../change-form.ts'
import { checkboxes } from '../parts.ts'
import { EVENT_TEXTS } from '../texts.ts'
import { TEXTS } from './texts.ts'

/** What a person writes about a webhook. */
export interface Draft {
  url: string
  events: string[]
}

export const NEW_DRAFT: Draft = { url: '', events: [] }

export function draftOf(request: FastifyRequest): Draft {
  const form = formOf(request)
  return { url: form.text('url')?.trim() ?? '', events: form.texts('events') }
}

/** The fields of a webhook. */
export function draftFields({ url, events }: Draft, button: string): Html {
  const options = EVENT_NAMES.map((name) => [name, EVENT_TEXTS[name]] as const)
  return html`${field({
    name: 'url',
    label: TEXTS.url,
    hint: TEXTS.urlHint,
    value: url,
    isRequired: true,
    maxLength: MAX_RECEIVER_URL_LENGTH,
  })}
${checkboxes('events', TEXTS.events, options, events)}
<button class="go">${button}</button>`
}

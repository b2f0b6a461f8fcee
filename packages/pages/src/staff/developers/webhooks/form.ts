import {
  EVENT_NAMES,
  MAX_RECEIVER_RATE,
  MAX_RECEIVER_URL_LENGTH,
  MAX_SUBSCRIPTION_DESCRIPTION_LENGTH,
} from '@mediajobs/domain'
import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, field } from '../../change-form.ts'
import { checkboxes } from '../parts.ts'
import { eventText } from '../texts.ts'
import { filterFields } from './filter-fields.ts'
import { headerFields, metadataFields } from './row-fields.ts'
import type { Opened } from './search.ts'
import type { Names } from './targets.ts'
import { TEXTS } from './texts.ts'

interface WebhookForm {
  action: string
  /** Of the webhook; a form without it makes a new one. */
  etag?: string
  opened: Opened
  names: Names
  button: string
}

/** The form of a webhook. Every button of it sends all of it, so that nothing that was written is lost. */
export function webhookForm({ action, etag, opened, names, button }: WebhookForm): Html {
  // The first button is the one that Enter in a field presses: it saves, and does not search.
  return changeForm({
    action,
    ...(etag === undefined ? { isOnce: true } : { etag }),
    class: 'narrow settings',
    content: html`<button class="hidden" tabindex="-1" aria-hidden="true">${button}</button>
${mainFields(opened)}
${sendingFields(opened)}
${filterFields(opened, names, action)}
${headerFields(opened, action)}
${metadataFields(opened, action)}
<button class="go">${button}</button>`,
  })
}

function mainFields({ draft }: Opened): Html {
  const { url, description, events } = draft
  const options = EVENT_NAMES.map((name) => [name, eventText(name)] as const)
  return html`${field({
    name: 'url',
    label: TEXTS.url,
    hint: TEXTS.urlHint,
    value: url,
    isRequired: true,
    maxLength: MAX_RECEIVER_URL_LENGTH,
  })}
<p class="field"><label for="description">${TEXTS.description}</label>
<span class="soft" id="description-hint">${TEXTS.descriptionHint}</span>
<textarea id="description" name="description" rows="2" maxlength="${MAX_SUBSCRIPTION_DESCRIPTION_LENGTH}" dir="auto" aria-describedby="description-hint">
${description}</textarea></p>
${checkboxes('events', TEXTS.events, options, events)}`
}

function sendingFields({ draft }: Opened): Html {
  const { maxPerSecond, standardWebhooks } = draft
  return html`<fieldset class="part"><legend>${TEXTS.sending}</legend>
<p class="field"><label for="maxPerSecond">${TEXTS.rate}</label>
<span class="soft" id="rate-hint">${TEXTS.rateHint}</span>
<input id="maxPerSecond" name="maxPerSecond" type="number" min="1" max="${MAX_RECEIVER_RATE}" value="${maxPerSecond}" aria-describedby="rate-hint"></p>
<label class="one"><input type="checkbox" name="standardWebhooks" value="yes" aria-describedby="standard-hint"${standardWebhooks ? html` checked` : nothing}><span>${TEXTS.standard}</span></label>
<p class="soft" id="standard-hint">${TEXTS.standardMeans}</p></fieldset>`
}

import type { Schemas } from '@mediajobs/client'
import { MAX_ADD_ONS } from '@mediajobs/domain'
import { wholeOf } from '../amounts.ts'
import type { Form } from '../forms.ts'
import type { Html } from '../html.ts'
import { hidden } from '../staff/change-form.ts'

export const ADDRESS_NAMES = [
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
] as const

/** The single-valued fields. */
const TEXT_NAMES = [
  ...ADDRESS_NAMES,
  'propertySize',
  'packageId',
  'discountCode',
  'day',
  'startsAt',
  'holdToken',
  'holdExpiresAt',
  'heldFor',
  'shownAmount',
  'name',
  'email',
  'phone',
  'acceptedTerms',
] as const

type TextName = (typeof TEXT_NAMES)[number]

/** A visitor's input so far. Texts are trimmed, and empty if missing. */
export interface Draft extends Readonly<Record<TextName, string>> {
  readonly addOnIds: readonly string[]
  /** By the key of the question. */
  readonly answers: Readonly<Record<string, string>>
}

/** The name of a question's field. */
export function answerName(key: string): string {
  return `answer-${key}`
}

/** The draft in a submitted form. It travels in hidden fields, never in a URL. */
export function draftOf(
  sent: Form,
  { questions }: Pick<Schemas['BookableForm'], 'questions'>,
): Draft {
  const text = (name: string) => sent.text(name)?.trim() ?? ''
  const texts = Object.fromEntries(TEXT_NAMES.map((name) => [name, text(name)]))
  for (const name of ['startsAt', 'heldFor', 'holdExpiresAt']) texts[name] = instantOf(texts[name])
  const answers = questions.map(({ key }) => [key, text(answerName(key))])
  return {
    ...(texts as Record<TextName, string>),
    // One more than the API accepts, so that it refuses the excess.
    addOnIds: [...new Set(sent.texts('addOnIds'))].slice(0, MAX_ADD_ONS + 1),
    answers: Object.fromEntries(answers),
  }
}

/** In the API's format; empty if invalid. */
function instantOf(text = ''): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}

/** The draft as hidden fields, except those the step shows. */
export function carried(draft: Draft, shown: ReadonlySet<string>): Html {
  const { addOnIds, answers, ...texts } = draft
  const all = [
    ...Object.entries(texts),
    ...addOnIds.map((id) => ['addOnIds', id] as const),
    ...Object.entries(answers).map(([key, value]) => [answerName(key), value] as const),
  ]
  return hidden(all.filter(([name, value]) => value !== '' && !shown.has(name)))
}

/** The size as typed: `null` if empty, `NaN` unless a whole number. */
export function sizeOf({ propertySize }: Draft): number | null {
  return propertySize === '' ? null : (wholeOf(propertySize) ?? Number.NaN)
}

/** The draft's selection, size and address as API inputs. */
export function wantedIn(draft: Draft) {
  const { packageId, addOnIds, discountCode } = draft
  return {
    selection: { packageId: packageId || null, addOnIds, discountCode: discountCode || null },
    propertySize: sizeOf(draft),
    address: addressOf(draft),
  }
}

export function addressOf(draft: Draft) {
  const entries = ADDRESS_NAMES.map((name) => [name, draft[name] || null] as const)
  return Object.fromEntries(entries) as Record<(typeof ADDRESS_NAMES)[number], string | null>
}

/** Whether the draft holds a time, chosen or not. */
export function hasHold({ holdToken, holdExpiresAt }: Draft): boolean {
  return holdToken !== '' && Date.parse(holdExpiresAt) > Date.now()
}

/**
 * Whether the chosen time is held. The rest of the selection may change: the API rechecks it when the order is placed.
 */
export function isHeld(draft: Draft): boolean {
  return hasHold(draft) && draft.heldFor === draft.startsAt
}

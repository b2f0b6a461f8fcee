import type { Schemas } from '@mediajobs/client'
import {
  CONFIRMATION_RULES,
  MAX_BOOKING_TEXT_LENGTH,
  MAX_FORM_QUESTIONS,
  MAX_NAME_LENGTH,
  MAX_QUESTION_KEY_LENGTH,
  MAX_TERMS_LENGTH,
  PAYMENT_RULES,
  QUESTION_TYPES,
  SCHEDULING_RULES,
} from '@mediajobs/domain'
import { joinRows, type RecordField, splitRows } from '../records/form.ts'
import { checkField, choiceField, idsField, percentField, wholeField } from '../records/values.ts'
import type { Offers, Person } from '../records.ts'
import { TEXTS } from './texts.ts'

/** The options for offers and technicians. */
export interface Offered extends Offers {
  technicians: readonly Person[]
  /** Whether a payment account is connected; `undefined` for roles that can't see it. */
  hasAccount: boolean | undefined
}

/** The fields of an order form. */
export function formFields({ packages, addOns, technicians, hasAccount }: Offered): RecordField[] {
  const fields: RecordField[] = [
    {
      name: 'name',
      label: TEXTS.name,
      hint: TEXTS.nameHint,
      isRequired: true,
      maxLength: MAX_NAME_LENGTH,
    },
    checkField('active', TEXTS.active),
    { ...idsField('packageIds', TEXTS.packages, packages), emptyValue: [] },
    { ...idsField('addOnIds', TEXTS.addOns, addOns), emptyValue: [] },
    choiceField('scheduling', TEXTS.scheduling, SCHEDULING_RULES, TEXTS.schedulings),
    wholeField({ name: 'slotMinutes', label: TEXTS.slotMinutes, isRequired: true }),
    wholeField({
      name: 'noticeHours',
      label: TEXTS.noticeHours,
      hint: TEXTS.noticeHint,
      isRequired: true,
    }),
    wholeField({ name: 'horizonDays', label: TEXTS.horizonDays, isRequired: true }),
    wholeField({ name: 'travelMinutes', label: TEXTS.travelMinutes, isRequired: true }),
    {
      ...idsField('technicianIds', TEXTS.technicians, technicians),
      hint: TEXTS.techniciansHint,
    },
    {
      ...choiceField('payment', TEXTS.payment, PAYMENT_RULES, TEXTS.payments),
      hint: paymentHint(hasAccount),
    },
    depositField(),
    choiceField('confirmation', TEXTS.confirmation, CONFIRMATION_RULES, TEXTS.confirmations),
    questionsField(),
    {
      name: 'terms',
      label: TEXTS.terms,
      hint: TEXTS.termsHint,
      rows: 5,
      maxLength: MAX_TERMS_LENGTH,
    },
    {
      name: 'frameAncestors',
      label: TEXTS.frameAncestors,
      hint: TEXTS.frameHint,
      rows: 2,
      emptyValue: [],
      toText: (value) => (Array.isArray(value) ? value.join('\n') : ''),
      toValue: (text) => [
        ...new Set(
          text
            .split(/[\s,]+/)
            .filter(Boolean)
            .map(originOf),
        ),
      ],
    },
  ]
  // Omits the field if there are no add-ons.
  return fields.filter(({ name }) => name !== 'addOnIds' || addOns.length > 0)
}

function paymentHint(hasAccount: boolean | undefined): string {
  if (hasAccount) return TEXTS.paymentHint
  return `${TEXTS.paymentHint} ${hasAccount === undefined ? TEXTS.askAdmin : TEXTS.connectFirst}`
}

/** The origin of a pasted URL. Leaves other texts for the API to refuse. */
function originOf(text: string): string {
  return URL.canParse(text) && text.startsWith('https:') ? new URL(text).origin : text
}

/** Sent only for deposits, as the API requires. */
function depositField(): RecordField {
  const field = percentField({ name: 'depositBasisPoints', label: TEXTS.deposit })
  return {
    ...field,
    dependsOn: 'payment',
    toValue: (text, textOf) =>
      textOf('payment') === 'DEPOSIT' ? field.toValue?.(text, textOf) : null,
  }
}

type Question = Schemas['OrderQuestion']

/** One question per row. Its key survives rewording, so programs still recognize its answers. */
function questionsField(): RecordField {
  return {
    name: 'questions',
    label: TEXTS.questions,
    hint: TEXTS.questionsHint,
    kind: 'rows',
    maxRows: MAX_FORM_QUESTIONS,
    emptyValue: [],
    columns: [
      { name: 'key', label: '', maxLength: MAX_QUESTION_KEY_LENGTH, isHidden: true },
      { name: 'label', label: TEXTS.question, maxLength: MAX_NAME_LENGTH },
      {
        name: 'type',
        label: TEXTS.answer,
        // The first option is empty, so an untouched row stays empty.
        choices: QUESTION_TYPES.map((type) => [type === 'TEXT' ? '' : type, TEXTS.answers[type]]),
      },
      { name: 'choices', label: TEXTS.choices, maxLength: MAX_BOOKING_TEXT_LENGTH },
      {
        name: 'required',
        label: TEXTS.required,
        choices: [
          ['', TEXTS.requireds.no],
          ['yes', TEXTS.requireds.yes],
        ],
      },
    ],
    toText: (value) => joinRows(questionsIn(value).map(cellsOf)),
    toValue: (text) => questionsOf(splitRows(text)),
    inWords: (text) =>
      splitRows(text)
        .map(([, label = '']) => label)
        .filter(Boolean)
        .join('\n'),
  }
}

function questionsIn(value: unknown): readonly Question[] {
  return Array.isArray(value) ? value : []
}

function cellsOf({ key, label, type, choices, required }: Question): string[] {
  return [key, label, type === 'TEXT' ? '' : type, choices?.join('; ') ?? '', required ? 'yes' : '']
}

/** Drops rows without a question. */
function questionsOf(rows: readonly (readonly string[])[]) {
  const written = rows.filter(([, label]) => label)
  const keys = new Set(written.flatMap(([key]) => key || []))
  return written.map(([known = '', label = '', type = '', choices = '', required = '']) => {
    const key = known || newKey(label, keys)
    keys.add(key)
    return {
      key,
      label,
      type: type || 'TEXT',
      required: required === 'yes',
      choices: type === 'CHOICE' ? choicesIn(choices) : null,
    }
  })
}

function choicesIn(text: string): string[] {
  const parts = text.split(text.includes(';') ? ';' : ',').map((part) => part.trim())
  return [...new Set(parts.filter(Boolean))]
}

/** A unique key: `how-do-we-get-in`. */
function newKey(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const base = words.slice(0, MAX_QUESTION_KEY_LENGTH - 3) || 'question'
  if (!taken.has(base)) return base
  for (let n = 2; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}

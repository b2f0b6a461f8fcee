import {
  CONFIRMATION_RULES,
  MAX_NAME_LENGTH,
  MAX_TERMS_LENGTH,
  PAYMENT_RULES,
  SCHEDULING_RULES,
} from '@mediajobs/domain'
import type { RecordField } from '../records/form.ts'
import { checkField, choiceField, idsField, percentField, wholeField } from '../records/values.ts'
import type { Offers, Person } from '../records.ts'
import { questionsField } from './questions.ts'
import { TEXTS } from './texts.ts'

/** The options for offers and technicians. */
export interface Offered extends Offers {
  technicians: readonly Person[]
}

/** The fields of an order form. */
export function formFields({ packages, addOns, technicians }: Offered): RecordField[] {
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
      hint: TEXTS.paymentHint,
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

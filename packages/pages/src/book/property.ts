import { MAX_NAME_LENGTH } from '@mediajobs/domain'
import { SIZE_UNIT_SIGNS } from '../format.ts'
import { type Html, html } from '../html.ts'
import { type Field, field } from '../staff/change-form.ts'
import type { BookForm, View } from './view.ts'

/** Longest size as typed, with group separators. */
const LONGEST_SIZE = 14

/** The property's address and size. */
export function propertyStep(view: View): Html {
  const { form, texts } = view
  const needsSize = hasTiers(form)
  const address = (name: keyof typeof AUTOFILL, more: Partial<Field> = {}) =>
    textField(view, name, texts[name], {
      maxLength: MAX_NAME_LENGTH,
      // Not marked as optional: nobody omits these on purpose.
      label: texts[name],
      ...more,
      more: { autocomplete: AUTOFILL[name], ...more.more },
    })
  return html`<div class="pair street">${address('addressLine1', { isRequired: true })}${address('addressLine2')}</div>
${address('city')}
<div class="pair">${address('region', { more: { autocapitalize: 'characters' } })}${address('postalCode', { more: { autocapitalize: 'characters' } })}</div>
${textField(view, 'propertySize', texts.propertySize(SIZE_UNIT_SIGNS[form.sizeUnit]), {
  hint: texts.sizeHint,
  isRequired: needsSize,
  maxLength: LONGEST_SIZE,
  more: { inputmode: 'numeric', autocomplete: 'off' },
})}`
}

/** The section separates the property's address from the visitor's in autofill. */
const AUTOFILL = {
  addressLine1: 'section-property shipping address-line1',
  addressLine2: 'section-property shipping address-line2',
  city: 'section-property shipping address-level2',
  region: 'section-property shipping address-level1',
  postalCode: 'section-property shipping postal-code',
} as const

/** Whether a price depends on the size. */
export function hasTiers({ packages, addOns }: Pick<BookForm, 'packages' | 'addOns'>): boolean {
  return [...packages, ...addOns].some(
    ({ sizeTiers, groupPriceAmount = null }) => sizeTiers !== null && groupPriceAmount === null,
  )
}

/** A field of the draft, with its problem. */
export function textField(
  { draft, problems, texts }: View,
  name: string,
  label: string,
  { isRequired = false, ...more }: Partial<Field> = {},
): Html {
  const value = more.value ?? (draft as unknown as Record<string, string>)[name]
  return field({
    name,
    label: isRequired ? label : `${label} (${texts.optional})`,
    isRequired,
    problem: problems.get(name),
    ...more,
    value,
  })
}

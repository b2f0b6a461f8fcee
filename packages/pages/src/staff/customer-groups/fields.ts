import { GROUP_BILLINGS, MAX_NAME_LENGTH, PAYMENT_TERMS } from '@mediajobs/domain'
import { priceText } from '../booking/price.ts'
import type { Choices } from '../change-form.ts'
import { changedBelow, type RecordField } from '../records/form.ts'
import {
  amountIn,
  amountText,
  choiceField,
  LONGEST_NUMBER,
  percentField,
  wholeField,
} from '../records/values.ts'
import type { CustomerGroup, Offer, Offers } from '../records.ts'
import type { Staff } from '../staff.ts'
import { TEXTS } from './texts.ts'

const PRICE = 'prices.'

/** The fields of a group, including an agreed price per offer. */
export function groupFields(
  staff: Staff,
  customers: Choices,
  { packages, addOns }: Offers,
): RecordField[] {
  return [
    { name: 'name', label: TEXTS.name, isRequired: true, maxLength: MAX_NAME_LENGTH },
    choiceField('billing', TEXTS.billing, GROUP_BILLINGS, TEXTS.billings),
    {
      name: 'billingCustomerId',
      label: TEXTS.payer,
      hint: TEXTS.payerHint,
      choices: [['', TEXTS.noPayer], ...customers],
    },
    choiceField('paymentTerms', TEXTS.terms, PAYMENT_TERMS, TEXTS.termNames),
    wholeField({ name: 'netDays', label: TEXTS.netDays, hint: TEXTS.netDaysHint }),
    {
      name: 'lockDownloads',
      label: TEXTS.lock,
      hint: TEXTS.lockHint,
      choices: Object.entries(TEXTS.lockChoices),
      toValue: (text) => text === 'true',
    },
    percentField({
      name: 'discountBasisPoints',
      label: TEXTS.discount,
      hint: TEXTS.discountHint,
    }),
    ...[...packages, ...addOns].map((offer) => priceField(staff, offer)),
  ]
}

function priceField({ format }: Staff, offer: Offer): RecordField {
  const { id, name, currency } = offer
  return {
    name: PRICE + id,
    label: TEXTS.priceOf(name, currency),
    hint: TEXTS.priceHint(priceText({ format }, offer, null)),
    maxLength: LONGEST_NUMBER,
    more: { inputmode: 'decimal' },
    toText: (_, record) => {
      const price = pricesIn(record).find((each) => each.offerId === id)
      return price?.currency === currency ? amountText(price.priceAmount, currency) : ''
    },
    toValue: (text) => amountIn(text, currency),
  }
}

function pricesIn({ prices }: Readonly<Record<string, unknown>>): CustomerGroup['prices'] {
  return Array.isArray(prices) ? prices : []
}

/** The body of a call. Merges changed prices into the existing ones. */
export function payloadOf(
  changed: Readonly<Record<string, unknown>>,
  before: CustomerGroup['prices'],
): object {
  const others = Object.entries(changed).filter(([name]) => !name.startsWith(PRICE))
  const rest = Object.fromEntries(others)
  const amounts = new Map(Object.entries(changedBelow(PRICE, changed)))
  if (amounts.size === 0) return rest
  const kept = before.filter(({ offerId }) => !amounts.has(offerId))
  const wanted = [...amounts].flatMap(([offerId, priceAmount]) =>
    priceAmount === null ? [] : [{ offerId, priceAmount }],
  )
  return {
    ...rest,
    prices: [...kept.map(({ offerId, priceAmount }) => ({ offerId, priceAmount })), ...wanted],
  }
}

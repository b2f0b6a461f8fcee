import { minorUnitDigits } from '@mediajobs/domain'
import { decimalOf, scaled, wholeOf } from '../../amounts.ts'
import { localTime, typedTime } from '../day.ts'
import { BadText, type RecordField, TEXTS, valueAt } from './form.ts'

const WHOLE = /^\d+$/
export const LONGEST_NUMBER = 20

type Named = Pick<RecordField, 'name' | 'label' | 'hint' | 'isRequired'>

/** An amount of money: decimal in the form, minor units in the API. @param currency name of its field */
export function amountField(field: Named, currency = 'currency'): RecordField {
  return {
    ...field,
    maxLength: LONGEST_NUMBER,
    more: { inputmode: 'decimal' },
    dependsOn: currency,
    toText: (value, record) =>
      typeof value === 'number' ? amountText(value, String(valueAt(record, currency) ?? '')) : '',
    toValue: (text, textOf) => amountIn(text, textOf(currency)),
  }
}

/** ISO 4217 codes have three letters. */
const CODE_LENGTH = 3

export function currencyField(field: Named): RecordField {
  return {
    ...field,
    maxLength: CODE_LENGTH,
    more: { autocapitalize: 'characters' },
    toValue: (text) => text.toUpperCase(),
  }
}

/** An amount in the currency's minor unit. @throws {BadText} */
export function amountIn(text: string, currencyText: string): number {
  const currency = currencyText.toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) throw new BadText(TEXTS.currencyFirst)
  return numberOf(text, minorUnitDigits(currency))
}

export function amountText(amount: number, currency: string): string {
  return decimalOf(amount, minorUnitDigits(currency))
}

/** A percentage; basis points in the API. */
export function percentField(field: Named): RecordField {
  return {
    ...field,
    maxLength: LONGEST_NUMBER,
    more: { inputmode: 'decimal' },
    toText: (value) => (typeof value === 'number' ? String(Number(decimalOf(value, 2))) : ''),
    toValue: (text) => numberOf(text, 2),
  }
}

export function wholeField(field: Named): RecordField {
  return {
    ...field,
    maxLength: LONGEST_NUMBER,
    more: { inputmode: 'numeric' },
    toValue: wholeIn,
  }
}

const DECIMAL = /^-?\d+(\.\d+)?$/

/** A number with decimals, after a point or a comma. @param problem of any other text */
export function decimalField(field: Named, problem: string = TEXTS.notNumber): RecordField {
  return {
    ...field,
    maxLength: LONGEST_NUMBER,
    more: { inputmode: 'decimal' },
    toValue(text) {
      const decimal = text.replace(',', '.')
      if (!DECIMAL.test(decimal)) throw new BadText(problem)
      return Number(decimal)
    },
  }
}

/** @throws {BadText} */
export function wholeIn(text: string): number {
  const whole = wholeOf(text)
  if (whole === undefined && !WHOLE.test(text)) throw new BadText(TEXTS.notWhole)
  return whole ?? Number(text)
}

function numberOf(text: string, digits: number): number {
  const number = scaled(text, digits)
  if (number === 'not a number') throw new BadText(TEXTS.notNumber)
  if (number === 'too precise') throw new BadText(TEXTS.decimals(digits))
  return number
}

/** A local date and time; an instant in the API. */
export function timeField(field: Named, timeZone: string): RecordField {
  return {
    ...field,
    type: 'datetime-local',
    toText: (value) => (typeof value === 'string' ? localTime(value, timeZone) : ''),
    toValue(text) {
      const time = typedTime(text, timeZone)
      if ('problem' in time) throw new BadText(time.problem)
      return time.instant
    },
  }
}

/** A checkbox for a boolean. */
export function checkField(name: string, label: string): RecordField {
  return {
    name,
    label,
    kind: 'check',
    toText: (value) => (value === true ? 'yes' : ''),
    toValue: () => true,
    emptyValue: false,
  }
}

/** Records to choose from, by id. */
export function idsField(
  name: string,
  label: string,
  records: readonly { id: string; name: string }[],
): RecordField {
  const known = new Set(records.map(({ id }) => id))
  return {
    name,
    label,
    kind: 'checks',
    choices: records.map(({ id, name: text }) => [id, text] as const),
    // Drops those that can't be chosen anymore, such as archived offers and former members.
    toText: (value) => (Array.isArray(value) ? value.filter((id) => known.has(id)).join(',') : ''),
    toValue: (text) => text.split(','),
  }
}

/** A select of an enumeration's values. */
export function choiceField<Value extends string>(
  name: string,
  label: string,
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
): RecordField {
  return { name, label, choices: values.map((value) => [value, texts[value]] as const) }
}

import { MAX_SIZE_TIERS } from '@mediajobs/domain'
import { type Format, SIZE_UNIT_SIGNS } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { BadText, joinRows, type RecordField, splitRows } from '../records/form.ts'
import { amountIn, amountText, LONGEST_NUMBER, wholeIn } from '../records/values.ts'
import type { Offer } from '../records.ts'
import type { Staff } from '../staff.ts'

type Tier = NonNullable<Offer['sizeTiers']>[number]
type Unit = Staff['organization']['sizeUnit']

const TEXTS = {
  label: 'Prices by size',
  hint: 'Leave empty for one price. Each row is a price up to that size; without minutes it takes as long as above.',
  upTo: (unit: string) => `Up to (${unit})`,
  price: 'Price',
  minutes: 'Minutes',
  incomplete: 'Enter a size and a price in each row.',
  upToSize: (size: string) => `up to ${size}`,
} as const

/** An offer's tiers, one per row, in any order. */
export function tiersField(unit: Unit): RecordField {
  const number = { maxLength: LONGEST_NUMBER }
  return {
    name: 'sizeTiers',
    label: TEXTS.label,
    hint: TEXTS.hint,
    kind: 'rows',
    maxRows: MAX_SIZE_TIERS,
    columns: [
      {
        name: 'upTo',
        label: TEXTS.upTo(SIZE_UNIT_SIGNS[unit]),
        inputmode: 'numeric',
        ...number,
      },
      { name: 'priceAmount', label: TEXTS.price, inputmode: 'decimal', ...number },
      { name: 'durationMinutes', label: TEXTS.minutes, inputmode: 'numeric', ...number },
    ],
    dependsOn: 'currency',
    toText: (value, { currency }) =>
      joinRows(tiersIn(value).map((tier) => cellsOf(tier, String(currency)))),
    toValue: (text, textOf) => {
      const tiers = splitRows(text).map((cells) => tierOf(cells, textOf('currency')))
      return tiers.sort((a, b) => a.upTo - b.upTo)
    },
  }
}

function tiersIn(value: unknown): readonly Tier[] {
  return Array.isArray(value) ? value : []
}

function cellsOf({ upTo, priceAmount, durationMinutes }: Tier, currency: string): string[] {
  return [String(upTo), amountText(priceAmount, currency), String(durationMinutes ?? '')]
}

/** @throws {BadText} */
function tierOf([upTo = '', price = '', minutes = '']: readonly string[], currency: string): Tier {
  if (upTo === '' || price === '') throw new BadText(TEXTS.incomplete)
  return {
    upTo: wholeIn(upTo),
    priceAmount: amountIn(price, currency),
    durationMinutes: minutes === '' ? null : wholeIn(minutes),
  }
}

/** An offer's tiers, read-only. */
export function tierList({ sizeTiers, currency }: Offer, format: Format, unit: Unit): Html {
  if (!sizeTiers) return nothing
  const rows = sizeTiers.map(({ upTo, priceAmount, durationMinutes }) => {
    const minutes = durationMinutes === null ? '' : ` · ${format.minutes(durationMinutes)}`
    return html`<li>${TEXTS.upToSize(format.size(upTo, unit))}: ${format.money(priceAmount, currency)}${minutes}</li>`
  })
  return html`<ul class="plain">${rows}</ul>`
}

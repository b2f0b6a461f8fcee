import type { ChangePolicy, ChangeRule } from '@mediajobs/domain'
import { refusedField, refuseFields } from '../shared/errors.ts'

/** A rule has either `feeAmount` or `feeBasisPoints`. */
type ChangeRuleInput = Pick<ChangeRule, 'on' | 'withinHours'> &
  Partial<Pick<ChangeRule, 'feeAmount' | 'feeBasisPoints'>>

export interface ChangePolicyInput extends Partial<Omit<ChangePolicy, 'rules'>> {
  rules?: readonly ChangeRuleInput[]
}

/**
 * A policy with every field.
 *
 * @throws {OperationError} `invalid` for a rule with neither or both kinds of fee, or an amount without a currency.
 */
export function checkedPolicy({
  clientUntilHours = null,
  freeReschedules = 0,
  currency = null,
  rules: sent = [],
}: ChangePolicyInput): ChangePolicy {
  const rules = sent.map(({ on, withinHours, feeAmount = null, feeBasisPoints = null }) => ({
    on,
    withinHours,
    feeAmount,
    feeBasisPoints,
  }))
  refuseFields(
    rules.flatMap(({ feeAmount, feeBasisPoints }, i) =>
      (feeAmount === null) === (feeBasisPoints === null)
        ? [
            refusedField(
              `changePolicy.rules[${i}]`,
              feeAmount === null ? 'required' : 'not_allowed',
              `needs feeAmount or feeBasisPoints${feeAmount === null ? '' : ', not both'}`,
            ),
          ]
        : [],
    ),
  )
  const hasAmount = rules.some(({ feeAmount }) => feeAmount !== null)
  if (hasAmount && currency === null) {
    refuseFields([
      refusedField('changePolicy.currency', 'required', 'is required: a rule has a feeAmount'),
    ])
  }
  return { clientUntilHours, freeReschedules, currency, rules }
}

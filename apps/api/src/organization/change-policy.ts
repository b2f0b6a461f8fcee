import {
  MAX_BASIS_POINTS,
  MAX_CHANGE_HOURS,
  MAX_CHANGE_RULES,
  MAX_FREE_RESCHEDULES,
  MAX_UNIT_AMOUNT,
  PLAN_CHANGES,
} from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'
import { Currency, Named, Nullable, OneOf } from '../vocabulary/schemas.ts'

const On = OneOf(PLAN_CHANGES, 'PlanChange')
const Hours = Type.Integer({ minimum: 0, maximum: MAX_CHANGE_HOURS })
const UntilHours = Nullable({
  ...Hours,
  description: 'Clients may make changes until this many hours before the appointment. null: never',
})
const FreeReschedules = Type.Integer({ minimum: 0, maximum: MAX_FREE_RESCHEDULES })
const WithinHours = {
  ...Hours,
  description: 'The rule applies with less notice than this, and after the appointment',
}
const FeeAmount = Type.Integer({
  minimum: 0,
  maximum: MAX_UNIT_AMOUNT,
  description: 'In the minor unit of the policy’s currency',
})
const FeeBasisPoints = Type.Integer({
  minimum: 0,
  maximum: MAX_BASIS_POINTS,
  description: 'Hundredths of a percent of the total',
})

const ABOUT =
  'Fees for moving or cancelling an appointment, and the deadline for clients to do so. The highest fee among the applicable rules is charged. null: no fees, and clients can’t make changes'

export const SentChangePolicy = Named(
  'NewChangePolicy',
  {
    clientUntilHours: Type.Optional(UntilHours),
    freeReschedules: Type.Optional(FreeReschedules),
    currency: Type.Optional(Nullable(Currency)),
    rules: Type.Optional(
      Type.Array(
        Named(
          'NewChangeRule',
          {
            on: On,
            withinHours: WithinHours,
            feeAmount: Type.Optional(Nullable(FeeAmount)),
            feeBasisPoints: Type.Optional(Nullable(FeeBasisPoints)),
          },
          { description: 'Either `feeAmount` or `feeBasisPoints`' },
        ),
        { maxItems: MAX_CHANGE_RULES },
      ),
    ),
  },
  { description: ABOUT },
)

export const ChangePolicy = Named('ChangePolicy', {
  clientUntilHours: UntilHours,
  freeReschedules: FreeReschedules,
  currency: Nullable(Type.String()),
  rules: Type.Array(
    Named('ChangeRule', {
      on: On,
      withinHours: WithinHours,
      feeAmount: Nullable(FeeAmount),
      feeBasisPoints: Nullable(FeeBasisPoints),
    }),
  ),
})

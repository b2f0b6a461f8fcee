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
  description: 'Until how many hours before the appointment clients may. null: never',
})
const FreeReschedules = Type.Integer({ minimum: 0, maximum: MAX_FREE_RESCHEDULES })
const WithinHours = {
  ...Hours,
  description: 'Counts with less notice, and after the appointment',
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
  'What moving or cancelling an appointment costs, and until when clients do it by themselves. The highest fee of the rules that count. null: nothing, and they never do'

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

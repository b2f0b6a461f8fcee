import type { Schemas } from '@mediajobs/client'
import { MAX_CHANGE_RULES, type PlanChange } from '@mediajobs/domain'
import { decimalOf, scaled } from '../../amounts.ts'
import { html } from '../../html.ts'
import { readTagged } from '../read-record.ts'
import {
  BadText,
  changedBelow,
  joinRows,
  type Problems,
  problemNotice,
  type RecordField,
  recordForm,
  splitRows,
} from '../records/form.ts'
import { save } from '../records/save.ts'
import {
  amountIn,
  amountText,
  currencyField,
  LONGEST_NUMBER,
  wholeField,
  wholeIn,
} from '../records/values.ts'
import type { Organization } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'

type Policy = Schemas['ChangePolicy']
type Rule = Policy['rules'][number]

export const TEXTS = {
  title: 'Rescheduling and canceling',
  lead: 'Fees for late changes. The highest fee that applies is charged on a separate invoice. Your team can waive it. Existing orders keep the terms their clients accepted.',
  back: 'Back to settings',
  until: 'Clients change orders until',
  untilHint: 'Hours before the appointment. Leave empty if they have to call you.',
  free: 'Free reschedules',
  freeHint: 'How often a job can be rescheduled before a fee applies.',
  currency: 'Currency of the fees',
  currencyHint: 'Same as your packages, like USD. Only needed for amounts.',
  reschedule: 'Fees for rescheduling',
  cancel: 'Fees for canceling',
  rulesHint:
    'Each row: with less notice than this many hours, charge an amount or a percentage of the total.',
  hours: 'Hours',
  amount: 'Amount',
  percent: 'Percent',
  incomplete: 'Enter the hours, and either an amount or a percentage, in each row.',
  badPercent: 'Enter a percentage with at most two decimals, like 50.',
  save: 'Save',
} as const

/** `/app/{organizationId}/settings/changes`. docs/contract.md#c21-pages */
export const changePolicyPages = pagesAt('/settings/changes', {
  'GET ': (visit) => policyPage(visit),
  'POST ': savePolicy,
})

const PATH = '/organization'
const NONE: Policy = { clientUntilHours: null, freeReschedules: 0, currency: null, rules: [] }
const CURRENCY = 'changePolicy.currency'
const RULES = { RESCHEDULE: 'rescheduleRules', CANCEL: 'cancelRules' } as const

const FIELDS: readonly RecordField[] = [
  wholeField({
    name: 'changePolicy.clientUntilHours',
    label: TEXTS.until,
    hint: TEXTS.untilHint,
  }),
  {
    ...wholeField({
      name: 'changePolicy.freeReschedules',
      label: TEXTS.free,
      hint: TEXTS.freeHint,
    }),
    toText: (value) => String(value ?? 0),
    emptyValue: 0,
  },
  currencyField({ name: CURRENCY, label: TEXTS.currency, hint: TEXTS.currencyHint }),
  rulesField('RESCHEDULE', TEXTS.reschedule),
  rulesField('CANCEL', TEXTS.cancel),
]

function policyOf(record: unknown): Policy {
  return (record as Organization).changePolicy ?? NONE
}

function rulesField(on: PlanChange, label: string): RecordField {
  const number = { maxLength: LONGEST_NUMBER, inputmode: 'decimal' } as const
  return {
    name: RULES[on],
    label,
    hint: TEXTS.rulesHint,
    kind: 'rows',
    maxRows: MAX_CHANGE_RULES,
    columns: [
      { name: 'withinHours', label: TEXTS.hours, ...number, inputmode: 'numeric' },
      { name: 'feeAmount', label: TEXTS.amount, ...number },
      { name: 'percent', label: TEXTS.percent, ...number },
    ],
    dependsOn: CURRENCY,
    emptyValue: [],
    toText: (_, record) => {
      const { rules, currency } = policyOf(record)
      return joinRows(rules.filter((rule) => rule.on === on).map((rule) => cellsOf(rule, currency)))
    },
    toValue: (text, textOf) =>
      splitRows(text).map((cells) => ({ on, ...ruleOf(cells, textOf(CURRENCY)) })),
  }
}

const PERCENT_DIGITS = 2

function cellsOf({ withinHours, feeAmount, feeBasisPoints }: Rule, currency: string | null) {
  return [
    String(withinHours),
    feeAmount === null ? '' : amountText(feeAmount, currency ?? ''),
    feeBasisPoints === null ? '' : String(Number(decimalOf(feeBasisPoints, PERCENT_DIGITS))),
  ]
}

/** @throws {BadText} */
function ruleOf(
  [hours = '', amount = '', percent = '']: readonly string[],
  currency: string,
): Omit<Rule, 'on'> {
  if (hours === '' || (amount === '') === (percent === '')) throw new BadText(TEXTS.incomplete)
  return {
    withinHours: wholeIn(hours),
    feeAmount: amount === '' ? null : amountIn(amount, currency),
    feeBasisPoints: percent === '' ? null : percentIn(percent),
  }
}

function percentIn(text: string): number {
  const points = scaled(text, PERCENT_DIGITS)
  if (typeof points === 'string') throw new BadText(TEXTS.badPercent)
  return points
}

async function policyPage(visit: StaffVisit, problems?: Problems) {
  const { staff, at, home } = visit
  requireMay(staff, 'updateOrganization')
  const { body: record, etag } = await readTagged<Organization>(staff, PATH)
  return sendStaffPage(visit, {
    title: TEXTS.title,
    section: 'settings',
    notice: problemNotice(problems),
    body: html`<p><a href="${home}/settings">${TEXTS.back}</a></p>
<p>${TEXTS.lead}</p>
${recordForm({ action: at, fields: FIELDS, record, etag, problems, submit: TEXTS.save })}`,
  })
}

async function savePolicy(visit: StaffVisit) {
  const { staff, home, reply } = visit
  requireMay(staff, 'updateOrganization')
  const { body } = await readTagged<Organization>(staff, PATH)
  return save<Organization>({
    visit,
    fields: FIELDS,
    method: 'PATCH',
    url: PATH,
    // The form's ETag ensures that this is the policy the person saw.
    payloadOf: (changed) => ({ changePolicy: changedPolicy(policyOf(body), changed) }),
    done: () => reply.redirect(`${home}/settings?done=saved`, 303),
    refuse: (problems) => policyPage(visit, problems),
  })
}

function changedPolicy(before: Policy, changed: Readonly<Record<string, unknown>>): Policy | null {
  const rulesOn = (on: PlanChange) =>
    (changed[RULES[on]] as Rule[] | undefined) ?? before.rules.filter((rule) => rule.on === on)
  const policy: Policy = {
    ...before,
    ...changedBelow('changePolicy.', changed),
    rules: [...rulesOn('RESCHEDULE'), ...rulesOn('CANCEL')],
  }
  const isNone = policy.clientUntilHours === null && policy.rules.length === 0
  return isNone ? null : policy
}

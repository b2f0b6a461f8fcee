import { MAX_PROPERTY_SIZE } from '@mediajobs/domain'
import { answerName } from './draft.ts'
import type { Answer } from './read.ts'
import type { BookTexts } from './texts.ts'
import { type BookForm, type Step, stepsOf } from './view.ts'

/** What the API refused, and the step that fixes it. */
export interface Refusal {
  /** Undefined: the current step. */
  step: Step | undefined
  problems: ReadonlyMap<string, string>
  notice: string | undefined
  status: number
  /** The notice names the new price. */
  isPriceChanged?: boolean
}

/** The step of each field. */
const STEP_OF: Readonly<Record<string, Step>> = {
  addressLine1: 'property',
  addressLine2: 'property',
  city: 'property',
  region: 'property',
  postalCode: 'property',
  propertySize: 'property',
  packageId: 'offers',
  addOnIds: 'offers',
  startsAt: 'time',
}

/** `customer.email` is the field `email`, and `answers.pets` a question. */
function nameOf(path: string): string {
  if (path.startsWith('answers.')) return answerName(path.slice('answers.'.length))
  const [first = '', second] = path.split(/[.[]/)
  return NESTED.includes(first) ? (second ?? first) : first
}

const NESTED: readonly string[] = ['selection', 'address', 'customer']

type Words = BookTexts['problems']

function sentenceOf(name: string, code: string, words: Words): string {
  if (code === 'no_price_for_size') return words.noPrice
  if (name === 'discountCode') return words.discount
  if (name === 'acceptedTerms') return words.accept
  if (name === 'packageId') return words.choosePackage
  if (name === 'startsAt') return words.chooseTime
  if (code === 'required' || code === 'too_short' || code === 'wrong_type') return words.required
  if (name === 'propertySize') {
    const isOutside = code === 'too_small' || code === 'too_large'
    return isOutside ? words.sizeRange(MAX_PROPERTY_SIZE) : words.size
  }
  if (name === 'email') return words.email
  return code === 'too_long' ? words.tooLong : words.invalid
}

/** Maps an API refusal to the fields. */
export function refusalOf(
  response: Answer<unknown>,
  form: Pick<BookForm, 'scheduling'>,
  texts: BookTexts,
): Refusal {
  const { status, body } = response
  const { problems: words } = texts
  const problems = new Map<string, string>()
  for (const { path, code } of body.fields ?? []) {
    const name = nameOf(path)
    if (!problems.has(name)) problems.set(name, sentenceOf(name, code, words))
  }
  const own = noticeOf(response, texts)
  // A taken slot isn't a field error.
  if (own) return { ...own, problems: own.step ? new Map() : problems, status }
  if (body.code === 'no_price_for_size' && problems.size === 0) {
    problems.set('propertySize', words.noPrice)
  }
  const touched = [...problems.keys()].map((name) => STEP_OF[name] ?? 'details')
  const step = stepsOf(form).find((each) => touched.includes(each))
  const notice = problems.size > 0 ? texts.marked : texts.notices.failed
  return { step, problems, notice, status }
}

/** Whether the hold expired, was used for an order, or was exchanged in another tab. */
export function isHoldOver({ status, body: { code, fields = [] } }: Answer<unknown>): boolean {
  if (status === 409) return code === 'hold_expired' || code === 'order_placed'
  return status === 404 && fields.some(({ path }) => path === 'holdToken')
}

/** The notice, and the step that fixes it, for refusals without a field. */
function noticeOf(
  response: Answer<unknown>,
  { notices }: BookTexts,
): Pick<Refusal, 'step' | 'notice' | 'isPriceChanged'> | undefined {
  const here = (notice: string) => ({ step: undefined, notice })
  const { status, body } = response
  switch (body.code) {
    case 'slot_taken':
      return { step: 'time', notice: notices.taken }
    case 'order_placed':
      return { step: 'time', notice: notices.placed }
    case 'too_many_holds':
    case 'holds_full':
      return here(notices.tooManyHolds)
    case 'price_changed':
      return { ...here(notices.failed), isPriceChanged: true }
    case 'amount_not_payable':
    case 'card_payments_off':
      return here(notices.notPayable)
  }
  if (isHoldOver(response)) return { step: 'time', notice: notices.holdEnded }
  if (status === 429) return here(notices.tooMany)
  return status >= 500 ? here(notices.failed) : undefined
}

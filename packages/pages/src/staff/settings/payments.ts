import type { Schemas } from '@mediajobs/client'
import { MAX_PROVIDER_SECRET_LENGTH } from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { messageOf } from '../../for-people.ts'
import { formOf } from '../../forms.ts'
import { type Html, html, nothing } from '../../html.ts'
import { change } from '../change.ts'
import { changeForm, copyField, field } from '../change-form.ts'
import { badRequest, problem } from '../list.ts'
import { confirmButton, facts, menu, section } from '../parts.ts'
import { readTaggedIfAny, type Tagged } from '../read-record.ts'
import type { Notice } from '../send-staff-page.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay, type Staff } from '../staff.ts'
import { PAYMENTS as TEXTS } from './texts.ts'

type Account = Schemas['PaymentAccount']

const PATH = '/organization/payment-account'
/** Placeholder that keeps the stored secret. */
const KEPT = '********'

/** The payment account, if any. Administrators only. */
export function readAccount(staff: Staff): Promise<Tagged<Account> | undefined> {
  return readTaggedIfAny<Account>(staff, PATH)
}

/** Card payment settings. docs/contract.md#c18-account-page */
export function paymentsSection(
  { request, at }: Pick<StaffVisit, 'request' | 'at'>,
  account: Tagged<Account> | undefined,
): Html {
  const isSent = formOf(request).text('secretKey') !== undefined
  return section(
    'payments',
    TEXTS.title,
    account
      ? connected(account, at, isSent)
      : html`<p>${TEXTS.lead}</p>${accountForm(undefined, at)}`,
  )
}

/** @param isRefused whether the form was refused, so that it's still open */
function connected(account: Tagged<Account>, at: string, isRefused: boolean): Html {
  const { accountName, livemode, state, webhookUrl, webhookSecret } = account.body
  const mode = livemode === null ? null : livemode ? TEXTS.live : TEXTS.test
  return html`${state === 'KEY_REFUSED' ? html`<p class="alarm">${TEXTS.refused}</p>` : nothing}
${facts([
  [TEXTS.account, accountName],
  [TEXTS.mode, mode],
])}
${webhookSecret === null ? html`<p>${TEXTS.noEvents}</p>` : nothing}
${copyField({ id: 'payment-events', label: TEXTS.webhookUrl, hint: TEXTS.webhookHint, value: webhookUrl })}
<div class="actions">${menu(TEXTS.change, accountForm(account, at), isRefused)}
${confirmButton({ action: `${at}/payments/remove`, etag: account.etag, label: TEXTS.remove, question: TEXTS.removeAsk })}</div>`
}

function accountForm(account: Tagged<Account> | undefined, at: string): Html {
  const secret = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' }
  return changeForm({
    action: `${at}/payments`,
    class: 'narrow',
    ...(account && { etag: account.etag }),
    content: html`${field({
      name: 'secretKey',
      label: TEXTS.secretKey,
      hint: account ? TEXTS.keptHint : TEXTS.keyHint,
      type: 'password',
      isRequired: account === undefined,
      maxLength: MAX_PROVIDER_SECRET_LENGTH,
      more: secret,
    })}
${field({
  name: 'webhookSecret',
  label: TEXTS.webhookSecret,
  hint: account ? TEXTS.keptHint : TEXTS.webhookSecretHint,
  type: 'password',
  maxLength: MAX_PROVIDER_SECRET_LENGTH,
  more: secret,
})}
<button class="go">${account ? TEXTS.save : TEXTS.connect}</button>`,
  })
}

type Refuse = (notice: Notice) => ReturnType<typeof change>

/** Connects an account, or changes its secrets. */
export function saveAccount(visit: StaffVisit, refuse: Refuse) {
  requireMay(visit.staff, 'putPaymentAccount')
  const form = formOf(visit.request)
  const secretKey = form.text('secretKey')?.trim() || KEPT
  const webhookSecret = form.text('webhookSecret')?.trim()
  if (webhookSecret && !webhookSecret.startsWith('whsec_')) {
    return badRequest(visit, TEXTS.badWebhookSecret, refuse)
  }
  return change<Account>(visit, {
    call: {
      method: 'PUT',
      url: PATH,
      payload: { provider: 'STRIPE', secretKey, ...(webhookSecret && { webhookSecret }) },
    },
    done: () => visit.reply.redirect(`${visit.at}?done=connected#payments`, 303),
    refuse: ({ body }) => refuse(problem(wordsOf(body))),
  })
}

export function removeAccount(visit: StaffVisit, refuse: Refuse) {
  requireMay(visit.staff, 'deletePaymentAccount')
  return change(visit, {
    call: { method: 'DELETE', url: PATH },
    done: () => visit.reply.redirect(`${visit.at}?done=disconnected#payments`, 303),
    refuse: ({ body }) => refuse(problem(wordsOf(body))),
  })
}

function wordsOf(body: ErrorBody): string {
  const [first] = body.fields ?? []
  if (first?.path === 'secretKey') return TEXTS.badKey
  if (first?.path === 'webhookSecret') return TEXTS.badWebhookSecret
  if (body.code === 'version_mismatch') return TEXTS.changed
  return messageOf(body)
}

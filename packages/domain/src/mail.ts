/** The kinds of mail that staff see. docs/contract.md#c14-mail */
export const LISTED_MAIL_KINDS = [
  'INVITATION',
  'DELIVERY',
  'REVISION_REQUEST',
  'WEBHOOK_DISABLED',
  'INVOICE',
  'RECEIPT',
  'ORDER_REQUESTED',
  'ORDER_CONFIRMED',
  'ORDER_DECLINED',
  'ORDER_CANCELLED',
  'NEW_ORDER',
  'ORDER_CHANGED',
  'RESCHEDULE',
  'PORTAL_SIGN_IN',
  'NEW_LEAD',
] as const

/** A password reset concerns a person's account; it isn't tied to an organization. */
export const MAIL_KINDS = [...LISTED_MAIL_KINDS, 'PASSWORD_RESET'] as const
export type ListedMailKind = (typeof LISTED_MAIL_KINDS)[number]
export type MailKind = (typeof MAIL_KINDS)[number]

/** SENT: accepted by the mail server. FAILED: refused, or not sent in time. CANCELLED: obsolete before it was sent. */
export const MAIL_STATUSES = ['WAITING', 'SENT', 'FAILED', 'CANCELLED'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

// Greylisting servers accept the mail some minutes later.
const RETRY_DELAYS_SECONDS = [60, 300, 900, 3_600, 14_400, 28_800, 43_200]

/** Delay after the given number of failed attempts. The last delay repeats. */
export function mailRetryDelaySeconds(attempts: number): number {
  return RETRY_DELAYS_SECONDS[attempts - 1] ?? RETRY_DELAYS_SECONDS.at(-1) ?? 0
}

/** Age at which an unsent mail fails. docs/contract.md#c14-mail-attempts */
export const MAIL_LIFE_SECONDS = 172_800

/** Life of a password-reset link. docs/contract.md#c14-password-reset-token */
export const PASSWORD_RESET_SECONDS = 3_600

/** Life of a customer's sign-in link. docs/contract.md#c22-sign-in-link */
export const PORTAL_SIGN_IN_SECONDS = 900

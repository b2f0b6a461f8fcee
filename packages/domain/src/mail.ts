/** The kinds of mails that staff see. docs/contract.md#c14-mail */
export const LISTED_MAIL_KINDS = [
  'INVITATION',
  'DELIVERY',
  'REVISION_REQUEST',
  'WEBHOOK_DISABLED',
] as const

/** What a mail is about. A password reset is about a person's account, and no organization's. */
export const MAIL_KINDS = [...LISTED_MAIL_KINDS, 'PASSWORD_RESET'] as const

export type ListedMailKind = (typeof LISTED_MAIL_KINDS)[number]
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * WAITING: it will be sent. SENT: the mail server has taken it. FAILED: it was refused, or could not be sent
 * in time. CANCELLED: its reason was gone before it was sent.
 */
export const MAIL_STATUSES = ['WAITING', 'SENT', 'FAILED', 'CANCELLED'] as const

export type MailStatus = (typeof MAIL_STATUSES)[number]

// A mail server that defers a new sender (greylisting) takes the mail some minutes later.
const RETRY_DELAYS_SECONDS = [60, 300, 900, 3_600, 14_400, 28_800, 43_200]

/** Seconds until the next attempt after `attempts` have failed. The last delay repeats. */
export function mailRetryDelaySeconds(attempts: number): number {
  return RETRY_DELAYS_SECONDS[attempts - 1] ?? RETRY_DELAYS_SECONDS.at(-1) ?? 0
}

/** Seconds from the writing of a mail until it is not sent any more. docs/contract.md#c14-mail-attempts */
export const MAIL_LIFE_SECONDS = 172_800

/** Seconds for which the link of a password reset is good. docs/contract.md#c14-password-reset-token */
export const PASSWORD_RESET_SECONDS = 3_600

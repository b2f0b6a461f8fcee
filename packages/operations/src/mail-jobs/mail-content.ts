/** What every mail says of its organization. */
export interface MailSender {
  name: string
  /** BCP 47, and a name of the IANA time zone database. Null: the organization has not set it. */
  locale: string | null
  timeZone: string | null
}

export interface InvitationContent {
  kind: 'INVITATION'
  sender: MailSender
  personName: string
  token: string
  expiresAt: string
}

export interface PasswordResetContent {
  kind: 'PASSWORD_RESET'
  sender: MailSender
  token: string
}

export interface DeliveryContent {
  kind: 'DELIVERY'
  sender: MailSender
  customerName: string
  address: string | null
  message: string | null
  expiresAt: string | null
  token: string
  unsubscribeToken: string
}

export interface RevisionContent {
  kind: 'REVISION_REQUEST'
  sender: MailSender
  managerName: string
  address: string | null
  organizationId: string
  projectId: string
  round: number
  comment: string | null
  itemCount: number
}

export interface DisabledWebhookContent {
  kind: 'WEBHOOK_DISABLED'
  sender: MailSender
  adminName: string
  organizationId: string
  subscriptionId: string
  url: string
  reason: string
}

export type MailContent =
  | InvitationContent
  | PasswordResetContent
  | DeliveryContent
  | RevisionContent
  | DisabledWebhookContent

/** Why a mail is not sent, for staff. */
export interface NoContent {
  kind: null
  reason: string
}

/** SQL: what every mail says of the organization `o`. */
export const SENDER = `json_build_object(
  'name', o.name, 'locale', o.locale, 'timeZone', o.time_zone) as sender`

/** SQL: the address of the project `p` in one line. Null when it has none. */
export const ADDRESS = `nullif(concat_ws(', ', p.address_line1, p.address_line2, p.city,
  nullif(concat_ws(' ', p.region, p.postal_code), '')), '') as address`

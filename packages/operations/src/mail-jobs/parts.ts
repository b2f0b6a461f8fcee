// Shared by several kinds of mail.
import type { KeyRing, Language } from '@mediajobs/domain'
import type { Store } from '@mediajobs/outbox'

/** The sending organization. */
export interface MailSender {
  name: string
  locale: string | null
  timeZone: string | null
}

/** What mails to clients show of the organization. docs/contract.md#c14-mail-studio */
export interface MailStudio {
  note: string | null
  email: string | null
  phone: string | null
  colour: string | null
  /** The object of the uploaded logo. */
  logoKey: string | null
}

/** Content of every mail to a customer. */
export interface ToCustomer {
  sender: MailSender
  studio: MailStudio
  customerName: string
  customerLanguage: Language | null
}

/** The row of a mail that customers can opt out of. */
export type OptionalRow<Content> = Omit<Content, 'kind' | 'token' | 'unsubscribeToken'> & {
  isLive: boolean
  mailOptOut: boolean
}

/** Why a mail isn't sent, for staff. */
export interface NoContent {
  kind: null
  reason: string
}

export type Context = Pick<Store, 'sql' | 'cell'> & { keyRing: KeyRing }

/** SQL: {@link MailSender} of the organization `o`. */
export const SENDER = `json_build_object(
  'name', o.name, 'locale', o.locale, 'timeZone', o.time_zone) as sender`

/** SQL: {@link MailStudio} of the organization `o`. */
export const STUDIO = `json_build_object(
  'note', o.delivery_note, 'email', o.contact_email, 'phone', o.contact_phone, 'colour', o.colour,
  'logoKey', (select key from logos where organization_id = o.id)) as studio`

/** SQL: the address of the project or order `p` in one line, or null. */
export const ADDRESS = `nullif(concat_ws(', ', p.address_line1, p.address_line2, p.city,
  nullif(concat_ws(' ', p.region, p.postal_code), '')), '') as address`

/** SQL: {@link ToCustomer}, from the organization `o` and the customer's name and language in `found`. */
export const TO_CUSTOMER = `${SENDER}, ${STUDIO},
  found.name as "customerName", found.language as "customerLanguage"`

/** SQL: {@link TO_CUSTOMER} of an {@link OptionalRow}. */
export const OPTIONAL = `${TO_CUSTOMER},
  found.is_live as "isLive", found.mail_opt_out as "mailOptOut"`

/** SQL: stores $4, the hash of the unsubscribe token, if the mail of `found` is sent. */
export const UNSUBSCRIBING = `unsubscribing as (
    insert into unsubscribe_tokens (token_hash, organization_id, customer_id)
    select $4, organization_id, customer_id from found where is_live and not mail_opt_out
  )`

// Shared by several kinds of mail.
import type { KeyRing } from '@mediajobs/domain'
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

/** Why a mail is not sent, for staff. */
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

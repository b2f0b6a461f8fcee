import type { Schemas } from '@mediajobs/client'
import { type Html, html, nothing } from '../../html.ts'
import { readList } from '../read-record.ts'
import type { Staff } from '../staff.ts'
import { TEXTS } from './texts.ts'

/** What became of the last mail with an invitation. Empty without one: not every service sends mail. */
export async function mailState(staff: Staff, userId: string): Promise<Html> {
  if (!staff.may('listMails')) return nothing
  const query = new URLSearchParams({ userId, kind: 'INVITATION', limit: '1' })
  const { data } = await readList<Schemas['Mail']>(staff, `/mails?${query}`)
  const [mail] = data
  if (!mail) return nothing
  const { status, recipient, createdAt, endedAt, error } = mail
  return html`<p>${TEXTS.mails[status]} <bdi>${recipient}</bdi>, ${staff.format.dayAndTime(endedAt ?? createdAt)}${error ? html`<br><span class="soft" dir="auto">${error}</span>` : nothing}</p>`
}

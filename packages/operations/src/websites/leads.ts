import type { Sql } from '@mediajobs/db'
import { leads as table } from '@mediajobs/db/schema'
import { type LEAD_FIELDS, LEAD_SPAN_MS, MAX_LEADS_OF_NETWORK } from '@mediajobs/domain'
import type { InputOf, Is, RecordOf } from '@mediajobs/domain/fields'
import type { Store } from '@mediajobs/outbox'
import { eq } from 'drizzle-orm'
import { networkOf } from '../credentials/networks.ts'
import { callLimit } from '../credentials/rate-windows.ts'
import { mailLead } from '../mails.ts'
import { lockProject } from '../projects/project.ts'
import { publishProject } from '../projects/project-events.ts'
import type { Actor } from '../shared/actor.ts'
import { invalid, notFound } from '../shared/errors.ts'
import type { Page, PageRequest } from '../shared/paging.ts'
import { record } from '../shared/record.ts'
import { getLiveSource } from './source.ts'
import { refuseOthersById } from './website.ts'

type Row = typeof table.$inferSelect

/** Doesn't compile unless columns and field table agree. */
export type Lead = Is<Row, Is<RecordOf<typeof LEAD_FIELDS>, Row>>

export interface LeadInput extends InputOf<typeof LEAD_FIELDS> {
  /** The honeypot: hidden from people, filled in by bots. */
  website?: string
}

const leads = record(table)

const limit = callLimit(
  [{ limit: MAX_LEADS_OF_NETWORK, spanMs: LEAD_SPAN_MS }],
  'Too many messages from this network: retry after Retry-After seconds.',
)

/**
 * Stores a visitor's message, publishes LEAD_RECEIVED and mails the contacts. Silently drops a message with a filled
 * honeypot.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `invalid` without email and phone; `not_found` for a website that isn't live or has no form;
 *   `too_many` for a network's sixth message within an hour.
 */
export async function receiveLead(
  store: Pick<Store, 'sql' | 'transaction'>,
  publicId: string,
  { website, ...input }: LeadInput,
  address: string,
): Promise<void> {
  const { name, email = null, phone = null, message = null } = input
  if (email === null && phone === null) throw invalid('email', 'required', 'or phone is required')
  const found = await getLiveSource(store.sql, 'BRANDED', publicId)
  if (!found.website.leadForm) throw notFound()
  await limit(store.sql, `lead:address:${networkOf(address)}`)
  if (website) return
  const { organizationId, projectId } = found.website
  await store.transaction(async (tx) => {
    // Under the project's lock, so no lead arrives after the website was unpublished.
    const project = await lockProject(tx, organizationId, projectId)
    const current = await getLiveSource(tx, 'BRANDED', publicId)
    if (!current.website.leadForm) throw notFound()
    const lead = await leads.insert(tx, organizationId, { projectId, name, email, phone, message })
    const about = { occurredAt: lead.createdAt, leadId: lead.id, lead }
    publishProject(tx, 'LEAD_RECEIVED', project, about)
    const recipients = current.website.contacts.flatMap((contact) => contact.email ?? [])
    await mailLead(tx, lead, [...new Set(recipients)])
  })
}

/**
 * A project's leads, newest first.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids`), `invalid` for a cursor of another list.
 */
export async function listLeads(
  sql: Sql,
  actor: Actor,
  projectId: string,
  request: PageRequest,
): Promise<Page<Lead>> {
  await refuseOthersById(sql, actor, projectId)
  const where = eq(table.projectId, projectId)
  const list = { list: 'leads', projectId }
  return leads.page(sql, actor.organizationId, request, { list, where, large: ['message'] })
}

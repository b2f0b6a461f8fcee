import type { Sql } from '@mediajobs/db'
import {
  clientDeliveries,
  customers,
  invoices,
  media,
  mediaPreviews,
  organizations,
} from '@mediajobs/db/schema'
import { derivativeKey, lockOfGroup, markedKey } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { findGroup } from '../customer-groups/groups.ts'
import { draftProjectInvoice } from '../invoices/drafts.ts'
import { sendInvoice } from '../invoices/invoices.ts'
import { billsProject, isForWork } from '../invoices/project-price.ts'
import { isMediaPreview, isOfProject } from '../media/media.ts'
import type { CdnUrl } from '../previews.ts'
import type { Project } from '../projects/project.ts'
import { conflict, OperationError } from '../shared/errors.ts'
import { type DeliveryLinks, type DeliveryRow, hasLiveToken, payUrlOf } from './delivery.ts'

type OfProject = Pick<Project, 'organizationId' | 'id'>

/** SQL: the balance of a sent invoice. */
export const balance = sql<number>`(${invoices.totalAmount} - ${invoices.paidAmount} + ${invoices.refundedAmount})`

/** SQL condition: a sent invoice of the project, or a sent statement that bills it, with a balance. */
export function isOwed({ organizationId, id }: Record<keyof OfProject, string | PgColumn>) {
  return and(billsProject(organizationId, id), eq(invoices.status, 'SENT'), sql`${balance} > 0`)
}

/**
 * Locks a project's drafts and sent invoices. Await it before the project's lock: payments lock in the same order, so a
 * concurrent one either sees the new delivery or is seen by it, and likewise a send or void. Not in one
 * `Promise.all` with the project's lock: the builder sends its statement later than `tx.query`.
 */
export async function lockOpenInvoices(tx: Tx, orgId: string, projectId: string): Promise<void> {
  await tx.orm
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(billsProject(orgId, projectId), inArray(invoices.status, ['DRAFT', 'SENT'])))
    .orderBy(invoices.id)
    .for('no key update')
}

/**
 * Whether a new delivery of a locked project awaits payment. Drafts and sends the project's invoice if it needs
 * one.
 *
 * @param requirePayment overrides the settings of the customer, their group and the organization, in this order
 * @throws {OperationError} `conflict` (`invoice_needed`) without an invoice, if none can be drafted.
 */
export async function decideLock(
  tx: Tx,
  project: Project,
  requirePayment: boolean | null,
): Promise<boolean> {
  if (!(requirePayment ?? (await isLockedByPolicy(tx, project)))) return false
  await ensureInvoice(tx, project)
  return (await tx.orm.$count(invoices, isOwed(project))) > 0
}

/** By the customer's setting, then their group's, then the organization's. Once unlocked, a project stays open. */
async function isLockedByPolicy(
  tx: Tx,
  { organizationId, id, customerId, createdAt }: Project,
): Promise<boolean> {
  const group =
    customerId === null ? null : await findGroup(tx, organizationId, customerId, createdAt)
  const [found] = await tx.orm
    .select({ ofOrganization: organizations.lockDownloads, ofCustomer: customers.lockDownloads })
    .from(organizations)
    .leftJoin(
      customers,
      and(
        eq(customers.organizationId, organizations.id),
        customerId === null ? sql`false` : eq(customers.id, customerId),
      ),
    )
    .where(eq(organizations.id, organizationId))
  if (!(found?.ofCustomer ?? (group && lockOfGroup(group)) ?? found?.ofOrganization)) return false
  const wasUnlocked = and(
    eq(clientDeliveries.organizationId, organizationId),
    eq(clientDeliveries.projectId, id),
    isNotNull(clientDeliveries.unlockedAt),
  )
  return (await tx.orm.$count(clientDeliveries, wasUnlocked)) === 0
}

async function ensureInvoice(tx: Tx, { organizationId, id }: Project): Promise<void> {
  const [newest] = await tx.orm
    .select({ id: invoices.id, status: invoices.status, projectId: invoices.projectId })
    .from(invoices)
    .where(
      and(
        billsProject(organizationId, id),
        inArray(invoices.status, ['DRAFT', 'SENT', 'PAID']),
        isForWork,
      ),
    )
    .orderBy(asc(sql`${invoices.status} = 'DRAFT'`), desc(invoices.createdAt), desc(invoices.id))
    .limit(1)
  if (newest && newest.status !== 'DRAFT') return
  if (newest?.projectId === null) {
    throw conflict(
      'invoice_needed',
      `Downloads wait for a payment, but the project is on the statement ${newest.id}, which is a draft. Send it, or deliver with requirePayment false.`,
    )
  }
  const draft = newest ?? (await draftOf(tx, organizationId, id))
  await sendInvoice(tx, organizationId, draft.id)
}

async function draftOf(tx: Tx, orgId: string, projectId: string) {
  try {
    return await draftProjectInvoice(tx, orgId, projectId)
  } catch (error) {
    if (!(error instanceof OperationError) || error.kind !== 'invalid') throw error
    throw conflict(
      'invoice_needed',
      `Downloads wait for a payment, but the project has no invoice and none can be drafted: ${error.messages.join('; ')}. Add what is missing, send an invoice, or deliver with requirePayment false.`,
    )
  }
}

/** The invoice that a locked delivery waits for: the oldest one with a balance. `undefined`: it was just paid. */
async function owedInvoice(tx: Pick<Tx, 'orm'>, project: OfProject) {
  const [owed] = await tx.orm
    .select({
      id: invoices.id,
      number: invoices.number,
      currency: invoices.currency,
      totalAmount: invoices.totalAmount,
      balanceAmount: balance.mapWith(Number),
    })
    .from(invoices)
    .where(isOwed(project))
    .orderBy(asc(invoices.sentAt), asc(invoices.id))
    .limit(1)
  return owed
}

/** What the client has to pay before the files open. */
export interface DeliveryLock {
  /** In the currency's minor unit. */
  balanceAmount: number
  totalAmount: number
  currency: string
  invoiceNumber: string | null
  payUrl: string
}

/** A file of a locked delivery: no full size, and no unmarked picture above 480 px. */
export interface LockedMedia
  extends Pick<typeof media.$inferSelect, 'id' | 'type' | 'filename' | 'position'> {
  width: number | null
  height: number | null
  thumbUrl: string | null
  /** The marked picture. Null until it's made. */
  lockedUrl: string | null
}

/** What a locked delivery shows. `undefined`: it was just paid, so it's no longer locked. */
export async function lockedView(
  sql: Sql,
  delivery: DeliveryRow,
  token: string,
  { cdnUrl, deliveryBaseUrl }: DeliveryLinks,
): Promise<{ lock: DeliveryLock; lockedMedia: LockedMedia[] } | undefined> {
  const { organizationId, projectId } = delivery
  const [invoice, lockedMedia] = await Promise.all([
    owedInvoice(sql, { organizationId, id: projectId }),
    lockedFiles(sql, delivery, cdnUrl),
  ])
  if (!invoice) return undefined
  const { id: _, number, ...amounts } = invoice
  const payUrl = payUrlOf(deliveryBaseUrl, token)
  return { lock: { ...amounts, invoiceNumber: number, payUrl }, lockedMedia }
}

async function lockedFiles(
  { orm }: Sql,
  { organizationId: orgId, projectId, mediaIds }: DeliveryRow,
  cdnUrl: CdnUrl,
): Promise<LockedMedia[]> {
  const { id, type, filename, position } = media
  const { state, width, height, keySecret, markState, markSecret } = mediaPreviews
  const preview = { state, width, height, keySecret, markState, markSecret }
  const rows = await orm
    .select({ file: { id, type, filename, position }, preview })
    .from(media)
    .leftJoin(mediaPreviews, isMediaPreview)
    .where(isOfProject(orgId, projectId))
  const byId = new Map(rows.map((row) => [row.file.id, row]))
  return mediaIds.flatMap((each) => {
    const row = byId.get(each)
    if (!row) return []
    const { file, preview } = row
    const isReady = preview?.state === 'READY'
    const secret = isReady && preview.markState === 'READY' ? preview.markSecret : null
    return {
      ...file,
      width: preview?.width ?? null,
      height: preview?.height ?? null,
      thumbUrl: isReady ? cdnUrl(derivativeKey(orgId, preview.keySecret, 'thumb')) : null,
      lockedUrl: secret && cdnUrl(markedKey(orgId, secret)),
    }
  })
}

/** The invoice that a live delivery token pays: the one it waits for, or else the newest of its project. */
export async function invoiceOfDelivery(
  { orm }: Sql,
  token: string,
): Promise<{ organizationId: string; invoiceId: string; projectId: string } | undefined> {
  const { organizationId, id: invoiceId } = invoices
  const { projectId } = clientDeliveries
  const [found] = await orm
    .select({ organizationId, invoiceId, projectId })
    .from(clientDeliveries)
    .innerJoin(
      invoices,
      and(
        billsProject(clientDeliveries.organizationId, clientDeliveries.projectId),
        inArray(invoices.status, ['SENT', 'PAID']),
      ),
    )
    .where(and(hasLiveToken(token), sql`${clientDeliveries.lockedAt} is not null`))
    .orderBy(
      desc(sql`${invoices.status} = 'SENT' and ${balance} > 0`),
      sql`case when ${invoices.status} = 'SENT' then ${invoices.sentAt} end`,
      desc(invoices.createdAt),
    )
    .limit(1)
  return found
}

import type { Sql } from '@mediajobs/db'
import { clientDeliveries, invoices, media, mediaPreviews } from '@mediajobs/db/schema'
import { derivativeKey, markedKey } from '@mediajobs/domain'
import { and, desc, inArray, sql as raw } from 'drizzle-orm'
import { billsProject } from '../invoices/of-project.ts'
import { isMediaPreview, isOfProject } from '../media/media.ts'
import type { CdnUrl } from '../previews.ts'
import { type DeliveryLinks, type DeliveryRow, hasLiveToken, payUrlOf } from './delivery.ts'
import { balance, owedInvoice } from './lock.ts'

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
    .where(and(hasLiveToken(token), raw`${clientDeliveries.lockedAt} is not null`))
    .orderBy(
      desc(raw`${invoices.status} = 'SENT' and ${balance} > 0`),
      raw`case when ${invoices.status} = 'SENT' then ${invoices.sentAt} end`,
      desc(invoices.createdAt),
    )
    .limit(1)
  return found
}

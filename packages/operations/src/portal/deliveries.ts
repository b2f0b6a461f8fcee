// Raw SQL: one index scan per customer, merged.
import type { Sql } from '@mediajobs/db'
import { derivativeKey, type PortalDelivery, tokenRow } from '@mediajobs/domain'
import { type DeliveryLinks, isLocked, stateOf } from '../client-deliveries/delivery.ts'
import type { Page, PageRequest } from '../shared/paging.ts'
import type { PortalCaller } from './sessions.ts'
import { isSeen, newestSeen, type SeenList, seenPage } from './visible.ts'

interface Row
  extends Omit<PortalDelivery, 'state' | 'isLocked' | 'thumbUrl' | 'deliveryUrl' | 'id'> {
  /** The project's id. */
  id: string
  createdAt: string
  deliveryId: string
  token: string
  approvedAt: string | null
  revisionRequestedAt: string | null
  lockedAt: string | null
  unlockedAt: string | null
  coverSecret: Buffer | null
}

// Looks for a cover among the first files only: a delivery of floor plans has none.
const COVER_FILES = 20
const COVER = `(
  select preview.key_secret
  from unnest(media_ids[:${COVER_FILES}]) with ordinality as file (id, place)
  join media_previews as preview on preview.organization_id = $1 and preview.media_id = file.id
  where preview.state = 'READY' order by file.place limit 1)`

// In the order of projects: each has at most one delivery in force, and most new projects have one.
const pageWith = (position: string) => `
  select "id", "createdAt", "customerId", "customerName", "projectId", "addressLine1", "addressLine2",
    city, region, "postalCode", "countryCode", "deliveryId", token, "approvedAt", "revisionRequestedAt",
    "lockedAt", "unlockedAt", "fileCount", "deliveredAt", "expiresAt", ${COVER} as "coverSecret"
  from (${newestSeen(`
    select p.id, p.created_at as "createdAt", p.customer_id as "customerId", c.name as "customerName",
      p.id as "projectId", p.address_line1 as "addressLine1", p.address_line2 as "addressLine2",
      p.city, p.region, p.postal_code as "postalCode", p.country_code as "countryCode",
      d.id as "deliveryId", d.token_encrypted as token, d.approved_at as "approvedAt",
      d.revision_requested_at as "revisionRequestedAt", d.locked_at as "lockedAt",
      d.unlocked_at as "unlockedAt", cardinality(d.media_ids) as "fileCount", d.media_ids,
      d.created_at as "deliveredAt", d.expires_at as "expiresAt"
    from projects as p
    join customers as c on c.organization_id = p.organization_id and c.id = p.customer_id
    join client_deliveries as d on d.organization_id = p.organization_id and d.project_id = p.id
      and d.superseded_at is null and d.revoked_at is null
      and (d.expires_at is null or d.expires_at > now())
    where p.organization_id = $1 and ${isSeen('p.customer_id', 'p.created_at')} ${position}
    order by p.created_at desc, p.id desc limit $3`)}) as newest
  order by "createdAt" desc, id desc`
const LIST: SeenList<Row> = {
  name: 'portal-deliveries',
  first: pageWith(''),
  next: pageWith('and (p.created_at, p.id) < ($4::timestamptz, $5::uuid)'),
  positionIn: ({ createdAt }) => createdAt,
}

/**
 * The caller's deliveries in force with working links, newest project first.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listPortalDeliveries(
  sql: Sql,
  caller: PortalCaller,
  request: PageRequest,
  links: Pick<DeliveryLinks, 'keyRing' | 'deliveryBaseUrl' | 'cdnUrl'>,
): Promise<Page<PortalDelivery>> {
  const page = await seenPage(sql, caller, request, LIST)
  return { ...page, data: page.data.map((row) => shown(caller.organizationId, row, links)) }
}

function shown(
  orgId: string,
  row: Row,
  {
    keyRing,
    deliveryBaseUrl,
    cdnUrl,
  }: Pick<DeliveryLinks, 'keyRing' | 'deliveryBaseUrl' | 'cdnUrl'>,
): PortalDelivery {
  const { id: _, createdAt, deliveryId, token, coverSecret, ...rest } = row
  const { approvedAt, revisionRequestedAt, lockedAt, unlockedAt, ...shownFields } = rest
  return {
    id: deliveryId,
    ...shownFields,
    state: stateOf({ supersededAt: null, approvedAt, revisionRequestedAt }),
    isLocked: isLocked({ lockedAt, unlockedAt }),
    thumbUrl: coverSecret && cdnUrl(derivativeKey(orgId, coverSecret, 'thumb')),
    deliveryUrl: `${deliveryBaseUrl}/${keyRing.decrypt(token, tokenRow(orgId, deliveryId))}`,
  }
}

import { columnsOf, type Placeholders, preparedQuery, type Sql } from '@mediajobs/db'
import {
  clientDeliveries,
  customers,
  logos,
  organizations,
  projects,
  revisionItems,
  revisions,
} from '@mediajobs/db/schema'
import {
  CLIENT_PROJECT_FIELDS,
  type ClientDeliveryState,
  type DeliveryDecider,
  hashSecret,
  type Language,
  MAX_LINK_CALLS,
} from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, isNull, lte, or, sql as raw } from 'drizzle-orm'
import { networkOf } from '../credentials/networks.ts'
import { callLimit } from '../credentials/rate-windows.ts'
import type { Project } from '../projects/project.ts'
import type { RevisionItem } from '../revisions.ts'
import { notFound } from '../shared/errors.ts'
import { shownColumns, withLogo } from '../shown-organization.ts'
import {
  type ArchiveOfDelivery,
  archiveOf,
  type Delivered,
  type DeliveredMedia,
  filesOf,
  type OriginalMedia,
} from './delivered-media.ts'
import {
  type DeliveryLinks,
  type DeliveryRow,
  hasLiveHash,
  hasLiveToken,
  isLocked,
  portalUrlOf,
  stateOf,
} from './delivery.ts'
import { type DeliveryLock, type LockedMedia, lockedView } from './lock.ts'

const projectColumns = columnsOf(projects, CLIENT_PROJECT_FIELDS)

/** The organization's columns visible to clients. */
const organizationColumns = {
  ...shownColumns,
  deliveryTerms: organizations.deliveryTerms,
  deliveryNote: organizations.deliveryNote,
}

/** A revision round, as shown to the client. */
interface ShownRevision {
  id: string
  round: number
  comment: string | null
  requestedAt: string
  /** `resolvedMediaId` is the version in this delivery. */
  items: RevisionItem[]
  /** The media of `items` that new versions replaced. */
  replaced: OriginalMedia[]
}

/** A delivery, as shown to the client. */
export interface ClientDeliveryView
  extends Pick<
    DeliveryRow,
    'message' | 'expiresAt' | 'approvedAt' | 'revisionRequestedAt' | 'revisionComment'
  > {
  state: ClientDeliveryState
  /** Null while there's no decision in force. */
  decidedBy: DeliveryDecider | null
  customerLanguage: Language | null
  organizationName: string
  organization: Pick<typeof organizations.$inferSelect, keyof typeof organizationColumns>
  project: Pick<Project, keyof typeof projectColumns>
  /** The customer's own pages. Null if nobody can sign in. */
  portalUrl: string | null
  /** In gallery order. */
  media: DeliveredMedia[]
  archive: ArchiveOfDelivery
  /** The newest round, if any. */
  revision: ShownRevision | null
  /** What the client has to pay first. Null: the files are open. */
  lock: DeliveryLock | null
  /** The files while locked; `media` is then empty. */
  lockedMedia: LockedMedia[]
}

/**
 * The client's view of a delivery. Two statements; three if locked.
 *
 * @throws {OperationError} `not_found` for an unknown, revoked or expired token.
 */
export async function getClientDelivery(
  sql: Sql,
  token: string,
  links: DeliveryLinks,
): Promise<ClientDeliveryView> {
  const view = (await readView(sql, token, links)) ?? (await readView(sql, token, links))
  if (!view) throw new Error('a locked delivery has no unpaid invoice')
  return view
}

/** `undefined` if the delivery was paid between the statements. */
async function readView(
  sql: Sql,
  token: string,
  links: DeliveryLinks,
): Promise<ClientDeliveryView | undefined> {
  const [found] = await findDelivery(sql, { hash: hashSecret(token) })
  if (!found) throw notFound().naming(token)
  const {
    delivery,
    project,
    organization,
    logoKey,
    customerLanguage,
    revision,
    requestedByUserId,
  } = found
  const { message, expiresAt, approvedAt, revisionRequestedAt, revisionComment } = delivery
  const locked = isLocked(delivery) ? await lockedView(sql, delivery, token, links) : OPEN
  if (!locked) return undefined
  // Doesn't even read the file URLs while the delivery is locked.
  const delivered = locked.lock ? NOTHING : await filesOf(sql, delivery, links)
  const { files } = delivered
  const state = stateOf(delivery)
  return {
    state,
    decidedBy: deciderOf(state, delivery.approvedByUserId, requestedByUserId),
    message,
    expiresAt,
    approvedAt,
    revisionRequestedAt,
    revisionComment,
    customerLanguage,
    organizationName: organization.name,
    organization: withLogo(organization, logoKey, links.cdnUrl),
    project,
    portalUrl: portalUrlOf(delivery.organizationId, links),
    media: files.map(({ file }) => file),
    archive: archiveOf(files, links.hasArchives),
    revision: revision && { ...revision, ...answered(revision.items, delivered) },
    ...locked,
  }
}

const findDelivery = preparedQuery((orm, value: Placeholders<'hash'>) => {
  const { organizationId, projectId } = clientDeliveries
  const newest = newestRevision(orm)
  return orm
    .select({
      delivery: clientDeliveries,
      project: projectColumns,
      organization: organizationColumns,
      logoKey: logos.key,
      customerLanguage: customers.language,
      revision: {
        id: newest.id,
        round: newest.round,
        comment: newest.comment,
        requestedAt: newest.requestedAt,
        items: newest.items,
      },
      requestedByUserId: newest.requestedByUserId,
    })
    .from(clientDeliveries)
    .innerJoin(
      projects,
      and(eq(projects.organizationId, organizationId), eq(projects.id, projectId)),
    )
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .leftJoin(
      customers,
      and(eq(customers.organizationId, organizationId), eq(customers.id, projects.customerId)),
    )
    .leftJoin(logos, eq(logos.organizationId, organizationId))
    .leftJoinLateral(newest, raw`true`)
    .where(hasLiveHash(value('hash')))
})

const OPEN = { lock: null, lockedMedia: [] }
const NOTHING: Delivered = { files: [], versionOf: () => undefined, replaced: () => undefined }

/** Items with their versions in the delivery, and the media these replaced. */
function answered(
  items: readonly RevisionItem[],
  { versionOf, replaced }: Delivered,
): Pick<ShownRevision, 'items' | 'replaced'> {
  const commented = [...new Set(items.map(({ mediaId }) => mediaId))]
  return {
    items: items.map(({ resolvedMediaId: id, ...item }) => ({
      ...item,
      resolvedMediaId: id && (versionOf(id) ?? id),
    })),
    replaced: commented.flatMap((id) => replaced(id) ?? []),
  }
}

// In the state REVISION_REQUESTED the delivery is the newest, so the newest round is the one requested on it.
function deciderOf(
  state: ClientDeliveryState,
  approvedByUserId: string | null,
  requestedByUserId: string | null,
): DeliveryDecider | null {
  if (state !== 'APPROVED' && state !== 'REVISION_REQUESTED') return null
  const userId = state === 'APPROVED' ? approvedByUserId : requestedByUserId
  return userId === null ? 'CLIENT' : 'STAFF'
}

const ITEMS = raw<RevisionItem[]>`(
  select coalesce(json_agg(json_build_object(
    'id', item.id, 'mediaId', item.media_id, 'comment', item.comment, 'x', item.x, 'y', item.y,
    'time', item.time, 'status', item.status, 'answer', item.answer,
    'resolvedMediaId', item.resolved_media_id) order by item.position), '[]')
  from ${revisionItems} as item
  where item.organization_id = revisions.organization_id and item.revision_id = revisions.id)`

/**
 * A lateral subquery: the newest round of a client delivery's project. A superseded link, which others may have, shows no
 * later round.
 */
function newestRevision(orm: Sql['orm']) {
  const { organizationId, projectId, supersededAt } = clientDeliveries
  return orm
    .select({
      id: revisions.id,
      round: revisions.round,
      comment: revisions.comment,
      requestedAt: revisions.requestedAt,
      requestedByUserId: revisions.requestedByUserId,
      items: ITEMS.as('items'),
    })
    .from(revisions)
    .where(
      and(
        eq(revisions.organizationId, organizationId),
        eq(revisions.projectId, projectId),
        or(isNull(supersededAt), lte(revisions.requestedAt, supersededAt)),
      ),
    )
    .orderBy(desc(revisions.round))
    .limit(1)
    .as('newest_revision')
}

/**
 * Counts a view by the client.
 *
 * @throws {OperationError} `not_found` for an unknown, revoked or expired token.
 */
export async function countView(tx: Tx, token: string): Promise<void> {
  const now = raw`clock_timestamp()`
  const { firstViewedAt, viewCount } = clientDeliveries
  const viewed = await tx.orm
    .update(clientDeliveries)
    .set({
      firstViewedAt: raw`coalesce(${firstViewedAt}, ${now})`,
      lastViewedAt: now,
      viewCount: raw`${viewCount} + 1`,
    })
    .where(hasLiveToken(token))
    .returning({ id: clientDeliveries.id })
  if (viewed.length === 0) throw notFound().naming(token)
}

// Viewing a delivery takes a few calls, guessing a token millions.
const limit = callLimit(
  [{ limit: MAX_LINK_CALLS, spanMs: 60_000 }],
  'Too many calls from this address: retry after Retry-After seconds.',
)

/**
 * Rate limits the calls that a network makes with delivery tokens, known or not.
 *
 * @param address the caller's IP address
 * @throws {OperationError} `too_many`.
 */
export function admitClient(sql: Sql, address: string): Promise<void> {
  return limit(sql, `delivery:address:${networkOf(address)}`)
}

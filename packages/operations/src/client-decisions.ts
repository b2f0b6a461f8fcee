import { changeTime, media, projects as projectsTable } from '@mediajobs/db/schema'
import { tokenRow } from '@mediajobs/domain'
import { publishEvent, type Tx } from '@mediajobs/outbox'
import { and, eq, isNull } from 'drizzle-orm'
import { type ClientDeliveryView, getClientDelivery } from './client-deliveries/client-view.ts'
import {
  type DeliveryLinks,
  deliveries,
  findInForce,
  isLocked,
  type LockedDelivery,
  lockByToken,
  noneInForce,
  payUrlOf,
} from './client-deliveries/delivery.ts'
import { getCustomer } from './customers.ts'
import { isCurrent, isOfProject } from './media/media.ts'
import { moveProject } from './projects/move-project.ts'
import { lockProject, type Project } from './projects/project.ts'
import {
  checkRequest,
  expectDelivered,
  type RevisionRequest,
  recordRevision,
} from './revision-requests.ts'
import type { Actor } from './shared/actor.ts'
import { conflict, paymentRequired } from './shared/errors.ts'
import { expectRecord, type IsExpected, record } from './shared/record.ts'
import { publishApproved as publishApprovedWebsite } from './websites/publish.ts'

const projects = record(projectsTable)

/**
 * Approves a delivery as its client: publishes DELIVERY_APPROVED once, and the project's property websites go live.
 * Idempotent.
 *
 * @throws {OperationError} `not_found` for an unknown, revoked or expired token, `conflict` for a delivery that can no
 *   longer be decided, `payment_required` while it is locked.
 */
export async function approveByToken(
  tx: Tx,
  token: string,
  links: DeliveryLinks,
): Promise<ClientDeliveryView> {
  const locked = await lockByToken(tx, token)
  if (isLocked(locked.delivery)) throw paymentRequired(payUrlOf(links.deliveryBaseUrl, token))
  await approve(tx, locked, null, links)
  return getClientDelivery(tx, token, links)
}

/**
 * Approves the delivery in force on behalf of the client.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `conflict` as in
 *   {@link approveByToken} or without a delivery in force.
 */
export async function approveForClient(
  tx: Tx,
  actor: Actor,
  projectId: string,
  links: DeliveryLinks,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  const locked = await lockInForce(tx, actor, projectId, isExpected)
  return approve(tx, locked, actor.userId, links)
}

/**
 * Requests a revision as the client: moves the project to IN_REVISION, without a user in its history, and starts its next
 * round. Publishes PROJECT_STATUS_CHANGED and REVISION_REQUESTED.
 *
 * @throws {OperationError} `invalid` without comment and items or for other media, `not_found` for an unknown, revoked or
 *   expired token, `conflict` for a delivery that was approved or can no longer be decided.
 */
export async function requestRevisionByToken(
  tx: Tx,
  token: string,
  request: RevisionRequest,
  links: DeliveryLinks,
): Promise<ClientDeliveryView> {
  checkRequest(request)
  const locked = await lockByToken(tx, token)
  expectDelivered(request, locked.delivery.mediaIds)
  await requestRevision(tx, locked, null, request)
  return getClientDelivery(tx, token, links)
}

/**
 * Requests a revision of the delivery in force on behalf of the client.
 *
 * @throws {OperationError} `invalid`, `not_found`, `precondition_failed`, `conflict` as in
 *   {@link requestRevisionByToken} or without a delivery in force.
 */
export async function requestRevisionForClient(
  tx: Tx,
  actor: Actor,
  projectId: string,
  request: RevisionRequest,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  checkRequest(request)
  const locked = await lockInForce(tx, actor, projectId, isExpected, request)
  return requestRevision(tx, locked, actor, request)
}

async function lockInForce(
  tx: Tx,
  { organizationId }: Actor,
  projectId: string,
  isExpected: IsExpected<Project>,
  request: RevisionRequest = {},
): Promise<LockedDelivery> {
  const project = await lockProject(tx, organizationId, projectId)
  const delivery = await findInForce(tx, project)
  // docs/contract.md#c1-order: a 400 precedes a 412.
  if (delivery) expectDelivered(request, delivery.mediaIds)
  expectRecord(project, isExpected)
  if (!delivery) throw noneInForce()
  return { project, delivery }
}

async function approve(
  tx: Tx,
  locked: LockedDelivery,
  approvedByUserId: string | null,
  links: DeliveryLinks,
): Promise<Project> {
  refuseDecision(locked)
  const { project: before, delivery } = locked
  if (delivery.approvedAt !== null) return before
  const { organizationId, id } = before
  const changes = { version: before.version + 1, updatedAt: changeTime, approvedAt: changeTime }
  const project = await projects.set(tx, organizationId, id, changes)
  const { approvedAt } = project
  if (approvedAt === null) throw new Error('an approved project has no approvedAt')
  await Promise.all([
    deliveries.set(tx, organizationId, delivery.id, { approvedAt, approvedByUserId }),
    // docs/contract.md#c3-delivery-publish
    tx.orm
      .update(media)
      .set({ publishedAt: approvedAt, updatedAt: changeTime })
      .where(
        and(
          isOfProject(organizationId, id),
          eq(media.type, 'PROPERTY_WEBSITE'),
          isCurrent,
          isNull(media.publishedAt),
        ),
      ),
    publishApproved(tx, { ...project, approvedAt }, delivery, approvedByUserId, links),
  ])
  await publishApprovedWebsite(tx, project, links)
  return project
}

/** Publishes DELIVERY_APPROVED: docs/interface.md#i6-approved-data */
async function publishApproved(
  tx: Tx,
  project: Project & { approvedAt: string },
  { id: deliveryId, tokenEncrypted }: LockedDelivery['delivery'],
  approvedByUserId: string | null,
  { keyRing, deliveryBaseUrl }: DeliveryLinks,
): Promise<void> {
  const { organizationId, id, customerId, approvedAt, city, region, status } = project
  const deliveryToken = keyRing.decrypt(tokenEncrypted, tokenRow(organizationId, deliveryId))
  const customer = customerId === null ? null : await getCustomer(tx, organizationId, customerId)
  publishEvent(tx, organizationId, 'DELIVERY_APPROVED', {
    projectId: id,
    deliveryToken,
    customerId,
    customerEmail: customer?.email ?? null,
    approvedByUserId,
    approvedAt,
    project: {
      address: [project.addressLine1, project.addressLine2].filter(Boolean).join(', ') || null,
      city,
      region,
      status,
      deliveryUrl: `${deliveryBaseUrl}/${deliveryToken}`,
    },
  })
}

async function requestRevision(
  tx: Tx,
  locked: LockedDelivery,
  actor: Actor | null,
  request: RevisionRequest,
): Promise<Project> {
  refuseDecision(locked)
  const { project, delivery } = locked
  if (delivery.approvedAt !== null) {
    throw conflict(
      'already_approved',
      'The delivery was approved, so no revision can be requested.',
    )
  }
  await deliveries.set(tx, project.organizationId, delivery.id, {
    revisionRequestedAt: changeTime,
    revisionComment: request.comment ?? null,
  })
  const moved = await moveProject(tx, actor, project, 'IN_REVISION')
  await recordRevision(tx, {
    project: moved,
    deliveryId: delivery.id,
    request,
    requestedByUserId: actor?.userId ?? null,
  })
  return moved
}

/** @throws {OperationError} `conflict` for a delivery that can no longer be decided. */
function refuseDecision({ project, delivery }: LockedDelivery): void {
  if (delivery.supersededAt !== null) {
    throw conflict(
      'delivery_superseded',
      'The project has been delivered again since: decide on the newest delivery.',
    )
  }
  if (project.status !== 'DELIVERED') {
    throw conflict(
      'project_not_delivered',
      `The project is ${project.status}, not DELIVERED: there is nothing to decide.`,
    )
  }
}

import { changeTime, clientDeliveries, media } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { and, eq } from 'drizzle-orm'
import { isOfProject } from '../media/media.ts'
import { moveProject } from '../projects/move-project.ts'
import { lockProject, type Project } from '../projects/project.ts'
import {
  checkRequest,
  foreignMedia,
  type RevisionRequest,
  recordRevision,
} from '../revision-requests.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import type { DeliveryLinks } from './create-delivery.ts'
import {
  type DeliveryRow,
  deliveryInForce,
  type LockedDelivery,
  lockByToken,
  refuseDecision,
} from './delivery-row.ts'
import { type ClientDeliveryView, getClientDelivery } from './get-client-delivery.ts'

/**
 * The client requests a revision: the project moves to IN_REVISION, and the request is its next round.
 * PROJECT_STATUS_CHANGED and REVISION_REQUESTED are published. In the history the move has no user.
 *
 * @throws {OperationError} `invalid` for a request without comment and items or about other media,
 *   `not_found` for a token that is unknown, revoked or expired, `conflict` for a delivery that was approved
 *   or on which the client can't decide any more.
 */
export async function requestRevisionByToken(
  tx: Tx,
  token: string,
  request: RevisionRequest,
  links: DeliveryLinks,
): Promise<ClientDeliveryView> {
  checkRequest(request)
  await requestRevision(tx, await lockByToken(tx, token), null, request)
  return getClientDelivery(tx, token, links)
}

/**
 * The same for the delivery in force, by staff for the client.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`, `conflict` as above or when there is
 *   no delivery in force.
 */
export async function requestRevisionForClient(
  tx: Tx,
  actor: Actor,
  projectId: string,
  request: RevisionRequest,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  checkRequest(request)
  const project = await lockProject(tx, actor.organizationId, projectId)
  expectRecord(project, isExpected)
  const delivery = await deliveryInForce(tx, project)
  return requestRevision(tx, { project, delivery }, actor, request)
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
      'The delivery was approved: no revision can be requested any more.',
    )
  }
  await expectDelivered(tx, delivery, request)
  await tx.orm
    .update(clientDeliveries)
    .set({
      revisionRequestedAt: changeTime,
      revisionComment: request.comment ?? null,
    })
    .where(
      and(
        eq(clientDeliveries.organizationId, project.organizationId),
        eq(clientDeliveries.id, delivery.id),
      ),
    )
  const moved = await moveProject(tx, actor, project, 'IN_REVISION')
  await recordRevision(tx, {
    project: moved,
    deliveryId: delivery.id,
    request,
    requestedByUserId: actor?.userId ?? null,
  })
  return moved
}

/** @throws {OperationError} `invalid` for items of media that the client was not shown. */
async function expectDelivered(
  tx: Tx,
  { organizationId, projectId, mediaIds }: DeliveryRow,
  request: RevisionRequest,
): Promise<void> {
  if (!request.items?.length) return
  const refusal = foreignMedia(request, new Set(mediaIds ?? (await allMedia())))
  if (refusal) throw refusal

  // A delivery of an earlier release has no list of media: it shows all media of the project.
  async function allMedia(): Promise<string[]> {
    const rows = await tx.orm
      .select({ id: media.id })
      .from(media)
      .where(isOfProject(organizationId, projectId))
    return rows.map(({ id }) => id)
  }
}

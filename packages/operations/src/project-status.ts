import type { ProjectStatus } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { createDelivery } from './client-deliveries/deliver.ts'
import type { DeliveryLinks } from './client-deliveries/delivery.ts'
import { lockOpenInvoices } from './client-deliveries/lock.ts'
import {
  moveProject,
  moverOf,
  readStarts,
  readVisits,
  refuseMove,
} from './projects/move-project.ts'
import { lockProject, type Project } from './projects/project.ts'
import { countOpenItems, refuseOpenItems } from './revisions.ts'
import type { Actor } from './shared/actor.ts'
import { expectRecord, type IsExpected } from './shared/record.ts'

interface StatusInput {
  status: ProjectStatus
  /** Deliver even if revision items are OPEN. */
  force?: boolean
}

/**
 * Moves a project to another status if the actor's role allows it, and publishes PROJECT_STATUS_CHANGED. DELIVERED also
 * delivers: creates a token and publishes PROJECT_DELIVERED. A no-op for the current status.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids_move`), `precondition_failed`, `conflict` as in
 *   `moveProject` and (`open_revision_items`) as in `deliverProject`.
 */
export async function changeStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  { status, force }: StatusInput,
  links: DeliveryLinks,
  isExpected?: IsExpected<Project>,
): Promise<Project> {
  if (status === 'DELIVERED') await lockOpenInvoices(tx, actor.organizationId, id)
  // Pipelined in this order: the project is locked before its items are counted.
  const [project, openItems, starts, visits] = await Promise.all([
    lockProject(tx, actor.organizationId, id),
    status === 'DELIVERED' ? countOpenItems(tx, actor.organizationId, id) : 0,
    readStarts(tx, actor),
    readVisits(tx, actor, id),
  ])
  refuseMove(moverOf(actor, project, { starts, visits }), project.status, status)
  expectRecord(project, isExpected)
  if (project.status === status) return project
  refuseOpenItems(openItems, force)
  const moved = await moveProject(tx, actor, project, status)
  if (status === 'DELIVERED') await createDelivery(tx, actor, moved, {}, links)
  return moved
}

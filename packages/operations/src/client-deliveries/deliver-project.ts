import { one } from '@mediajobs/db'
import { changeTime, projects } from '@mediajobs/db/schema'
import { toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { moveProject, refuseMove } from '../projects/move-project.ts'
import { isProject, lockProject, type Project } from '../projects/project.ts'
import { countOpenItems, refuseOpenItems } from '../revisions.ts'
import type { Actor } from '../shared/actor.ts'
import { invalid } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import {
  type ClientDelivery,
  createDelivery,
  type DeliverInput,
  type DeliveryLinks,
} from './create-delivery.ts'

const IS_FUTURE = `select $1::timestamptz > clock_timestamp() as "isFuture"`

/**
 * Delivers a project to its client. A project that is DELIVERED already gets a new token, and only
 * PROJECT_DELIVERED is published.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids_move`), `precondition_failed`,
 *   `invalid` for an `expiresAt` that has passed, `conflict` (`open_revision_items`) without `force`.
 */
export async function deliverProject(
  tx: Tx,
  actor: Actor,
  id: string,
  input: DeliverInput,
  links: DeliveryLinks,
  isExpected?: IsExpected<Project>,
): Promise<Project & ClientDelivery> {
  await expectFuture(tx, input.expiresAt)
  // Sent together, run in this order: the project is locked before its items are counted.
  const [before, openItems] = await Promise.all([
    lockProject(tx, actor.organizationId, id),
    countOpenItems(tx, actor.organizationId, id),
  ])
  refuseMove(actor, before, 'DELIVERED')
  expectRecord(before, isExpected)
  refuseOpenItems(openItems, input.force)
  const project =
    before.status === 'DELIVERED'
      ? await deliverAgain(tx, before)
      : await moveProject(tx, actor, before, 'DELIVERED')
  const delivery = await createDelivery(tx, actor, project, input, links)
  return { ...project, ...delivery }
}

// The database's clock decides when a token expires, so it decides here too.
async function expectFuture(tx: Tx, expiresAt: string | null | undefined): Promise<void> {
  if (!expiresAt) return
  const [row] = await tx.query<{ isFuture: boolean }>(IS_FUTURE, [toUtc(expiresAt)])
  if (!row?.isFuture) throw invalid('expiresAt', 'too_small', 'must be in the future')
}

async function deliverAgain(tx: Tx, before: Project): Promise<Project> {
  const project = one(
    await tx.orm
      .update(projects)
      .set({
        version: before.version + 1,
        updatedAt: changeTime,
        deliveredAt: changeTime,
        approvedAt: null,
      })
      .where(isProject(before.organizationId, before.id))
      .returning(),
    'the update of a locked project',
  )
  return project
}

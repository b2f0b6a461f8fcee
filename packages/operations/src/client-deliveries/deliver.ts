import { newId } from '@mediajobs/db'
import {
  changeTime,
  clientDeliveries,
  media,
  projects as projectsTable,
} from '@mediajobs/db/schema'
import { hashSecret, mayMove, randomToken, tokenRow, toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { mailDelivery } from '../mails.ts'
import { releaseMarks, requestMarks } from '../marks.ts'
import { moveProject, moverOf, readStarts, refuseMove } from '../projects/move-project.ts'
import { lockProject, type Project } from '../projects/project.ts'
import { publishProject } from '../projects/project-events.ts'
import { publishOriginals } from '../public-originals.ts'
import { countOpenItems, refuseOpenItems, resolveRevisions } from '../revisions.ts'
import type { Actor } from '../shared/actor.ts'
import { forbidden, invalid } from '../shared/errors.ts'
import { expectRecord, type IsExpected, record } from '../shared/record.ts'
import {
  type DeliveryLinks,
  findProjectDelivery,
  inForce,
  type ProjectDelivery,
} from './delivery.ts'
import { decideLock, lockOpenInvoices } from './lock.ts'

export interface DeliverInput {
  message?: string | null
  /** Null: never. */
  expiresAt?: string | null
  /** Deliver even if items of a revision are OPEN. */
  force?: boolean
  /** Whether downloads await payment. Default: the setting of the customer, their group or the organization. */
  requirePayment?: boolean | null
}

/** The client's access to a delivered project. */
export interface ClientDelivery {
  deliveryToken: string
  deliveryUrl: string
  message: string | null
  expiresAt: string | null
  /** Whether downloads wait for a payment. */
  locked: boolean
}

const projects = record(projectsTable)
const IS_FUTURE = `select $1::timestamptz > clock_timestamp() as "isFuture"`

/**
 * Delivers a project to its client. If already DELIVERED, creates a new token and publishes only PROJECT_DELIVERED.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids_move`), `precondition_failed`,
 *   `invalid` for an `expiresAt` that has passed, `conflict` (`open_revision_items`) without `force`,
 *   (`invoice_needed`) as in `decideLock`.
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
  await lockOpenInvoices(tx, actor.organizationId, id)
  // Pipelined in this order: the project is locked before its items are counted.
  const [before, openItems, starts] = await Promise.all([
    lockProject(tx, actor.organizationId, id),
    countOpenItems(tx, actor.organizationId, id),
    readStarts(tx, actor),
  ])
  refuseMove(moverOf(actor, before, { starts }), before.status, 'DELIVERED')
  expectRecord(before, isExpected)
  refuseOpenItems(openItems, input.force)
  const project =
    before.status === 'DELIVERED'
      ? await projects.set(tx, before.organizationId, before.id, {
          version: before.version + 1,
          updatedAt: changeTime,
          deliveredAt: changeTime,
          approvedAt: null,
        })
      : await moveProject(tx, actor, before, 'DELIVERED')
  const delivery = await createDelivery(tx, actor, project, input, links)
  return { ...project, ...delivery }
}

// Tokens expire by the database's clock.
async function expectFuture(tx: Tx, expiresAt: string | null | undefined): Promise<void> {
  if (!expiresAt) return
  const [row] = await tx.query<{ isFuture: boolean }>(IS_FUTURE, [toUtc(expiresAt)])
  if (!row?.isFuture) throw invalid('expiresAt', 'too_small', 'must be in the future')
}

/**
 * Creates the client's token for a newly delivered project, and publishes PROJECT_DELIVERED. Supersedes the previous
 * delivery, resolves revision rounds, and mails the link to the customer if the service sends mail.
 */
export async function createDelivery(
  tx: Tx,
  actor: Actor,
  project: Project,
  input: DeliverInput,
  { keyRing, deliveryBaseUrl }: DeliveryLinks,
): Promise<ClientDelivery> {
  const { organizationId, id: projectId } = project
  const id = newId()
  const deliveryToken = randomToken(tx.cell)
  const deliveryUrl = `${deliveryBaseUrl}/${deliveryToken}`
  const message = input.message ?? null
  const locked = await decideLock(tx, project, input.requirePayment ?? null)
  const expiresAt = input.expiresAt ? toUtc(input.expiresAt) : null
  const [, [delivered]] = await Promise.all([
    tx.orm.update(clientDeliveries).set({ supersededAt: changeTime }).where(inForce(project)),
    tx.orm
      .insert(clientDeliveries)
      .values({
        organizationId,
        id,
        projectId,
        tokenHash: hashSecret(deliveryToken),
        tokenEncrypted: keyRing.encrypt(deliveryToken, tokenRow(organizationId, id)),
        message,
        expiresAt,
        deliveredByUserId: actor.userId,
        createdAt: changeTime,
        mediaIds: mediaInOrder(project),
        lockedAt: locked ? changeTime : null,
      })
      .returning({ mediaIds: clientDeliveries.mediaIds }),
    resolveRevisions(tx, organizationId, projectId),
  ])
  if (locked) await requestMarks(tx, organizationId, id)
  else {
    await publishOriginals(tx, organizationId, projectId, delivered?.mediaIds ?? [])
    await releaseMarks(tx, organizationId, projectId)
  }
  await mailDelivery(tx, project, id)
  publishProject(tx, 'PROJECT_DELIVERED', project, { deliveryToken, deliveryUrl })
  return { deliveryToken, deliveryUrl, message, expiresAt, locked }
}

/** SQL: the delivered media, fixed from now on. Stable here under the project's lock. */
function mediaInOrder({ organizationId, id }: Project) {
  return sql<string[]>`(
    select coalesce(array_agg(id order by position, id), '{}') from ${media}
    where organization_id = ${organizationId} and project_id = ${id}
      and replaced_by_media_id is null)`
}

/**
 * Revokes every token of a project. Idempotent.
 *
 * @throws {OperationError} `not_found`, `forbidden` for callers who may not deliver it, `precondition_failed`.
 */
export async function revokeClientDelivery(
  tx: Tx,
  actor: Actor,
  projectId: string,
  links: DeliveryLinks,
  isExpected?: IsExpected<ProjectDelivery>,
): Promise<void> {
  const { organizationId } = actor
  const project = await lockProject(tx, organizationId, projectId)
  if (!mayMove(moverOf(actor, project), 'DELIVERED', 'DELIVERED')) throw mayNotRevoke(actor)
  // The project's lock also guards its deliveries.
  if (isExpected) {
    expectRecord(await findProjectDelivery(tx, actor, projectId, links), isExpected)
  }
  await tx.orm
    .update(clientDeliveries)
    .set({ revokedAt: changeTime })
    .where(
      and(
        eq(clientDeliveries.organizationId, organizationId),
        eq(clientDeliveries.projectId, projectId),
        isNull(clientDeliveries.revokedAt),
      ),
    )
  await releaseMarks(tx, organizationId, projectId)
}

function mayNotRevoke({ role }: Actor) {
  return forbidden(
    'role_forbids_move',
    `The role ${role} may not revoke the delivery of this project. ADMIN, MANAGER and the assigned EDITOR may.`,
  )
}

import { newId } from '@mediajobs/db'
import {
  changeTime,
  clientDeliveries,
  media,
  projects as projectsTable,
} from '@mediajobs/db/schema'
import { hashSecret, mayMove, randomToken, toUtc } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { mailDelivery } from '../mails.ts'
import { moveProject, moverOf, readStarts, refuseMove } from '../projects/move-project.ts'
import { lockProject, type Project } from '../projects/project.ts'
import { publishDelivered } from '../projects/project-events.ts'
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
  tokenRow,
} from './delivery.ts'

/** What the caller may send with a delivery. */
export interface DeliverInput {
  message?: string | null
  /** The token works until this time. Null: it does not expire. */
  expiresAt?: string | null
  /** Deliver even if items of a revision are OPEN. */
  force?: boolean
}

/** The token and the URL with which the client reaches a delivered project. */
export interface ClientDelivery {
  deliveryToken: string
  deliveryUrl: string
  message: string | null
  expiresAt: string | null
}

const projects = record(projectsTable)
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
  const [before, openItems, starts] = await Promise.all([
    lockProject(tx, actor.organizationId, id),
    countOpenItems(tx, actor.organizationId, id),
    readStarts(tx, actor),
  ])
  refuseMove(moverOf(actor, before, starts), before.status, 'DELIVERED')
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

// The database's clock decides when a token expires, so it decides here too.
async function expectFuture(tx: Tx, expiresAt: string | null | undefined): Promise<void> {
  if (!expiresAt) return
  const [row] = await tx.query<{ isFuture: boolean }>(IS_FUTURE, [toUtc(expiresAt)])
  if (!row?.isFuture) throw invalid('expiresAt', 'too_small', 'must be in the future')
}

/**
 * Makes the client's token for a project that has just been delivered, and publishes PROJECT_DELIVERED.
 * Supersedes the project's earlier delivery and resolves its revision rounds. If the service sends mail, the
 * customer gets one with the link.
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
  const expiresAt = input.expiresAt ? toUtc(input.expiresAt) : null
  await Promise.all([
    tx.orm.update(clientDeliveries).set({ supersededAt: changeTime }).where(inForce(project)),
    tx.orm.insert(clientDeliveries).values({
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
    }),
    resolveRevisions(tx, organizationId, projectId),
    publishOriginals(tx, organizationId, projectId),
  ])
  await mailDelivery(tx, project, id)
  publishDelivered(tx, project, { deliveryToken, deliveryUrl })
  return { deliveryToken, deliveryUrl, message, expiresAt }
}

/** SQL: the media of the delivery, which never change later. The project's lock keeps them stable here. */
function mediaInOrder({ organizationId, id }: Project) {
  return sql<string[]>`(
    select coalesce(array_agg(id order by position, id), '{}') from ${media}
    where organization_id = ${organizationId} and project_id = ${id})`
}

/**
 * Revokes every token of a project: the client can no longer reach it. A repeat is a no-op.
 *
 * @throws {OperationError} `not_found`, `forbidden` for a caller who may not deliver the project,
 *   `precondition_failed`.
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
  // The project's lock also protects its deliveries: every change of a delivery takes it first.
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
}

function mayNotRevoke({ role }: Actor) {
  return forbidden(
    'role_forbids_move',
    `The role ${role} may not revoke the delivery of this project. ADMIN and MANAGER may, and the EDITOR who is assigned to it.`,
  )
}

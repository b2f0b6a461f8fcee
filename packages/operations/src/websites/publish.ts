import { changeTime, websites as table } from '@mediajobs/db/schema'
import type { PublishReason } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { noneInForce } from '../client-deliveries/delivery.ts'
import { lockProject, type Project } from '../projects/project.ts'
import { publishProject } from '../projects/project-events.ts'
import type { Actor } from '../shared/actor.ts'
import { conflict } from '../shared/errors.ts'
import { expectRecord, type IsExpected } from '../shared/record.ts'
import { blockOf, findSource, getSource, isWebsiteOf, type SiteSource } from './source.ts'
import {
  refuseOthers,
  setWebsite,
  shown,
  siteUrl,
  tourUrl,
  type Website,
  type WebsiteLinks,
  type WebsiteUrlLinks,
} from './website.ts'

/**
 * Makes a website LIVE and publishes WEBSITE_PUBLISHED. A no-op for a LIVE one.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids`), `precondition_failed`; `conflict`
 *   (`no_delivery_in_force`, `delivery_locked`, `website_expired`) if the pages would be unavailable.
 */
export async function publishWebsite(
  tx: Tx,
  actor: Actor,
  projectId: string,
  links: WebsiteLinks,
  isExpected?: IsExpected<Website>,
): Promise<Website> {
  const { project, source } = await lockWebsite(tx, actor, projectId, links, isExpected)
  refuseBlocked(source)
  if (source.website.status !== 'LIVE') await goLive(tx, project, 'STAFF', links)
  return shown(tx, await getSource(tx, actor.organizationId, projectId), links)
}

/**
 * Takes a website OFFLINE, and publishes WEBSITE_UNPUBLISHED if it was LIVE. A DRAFT becomes OFFLINE too, so the approval
 * no longer publishes it.
 *
 * @throws {OperationError} `not_found`, `forbidden` (`role_forbids`), `precondition_failed`.
 */
export async function unpublishWebsite(
  tx: Tx,
  actor: Actor,
  projectId: string,
  links: WebsiteLinks,
  isExpected?: IsExpected<Website>,
): Promise<Website> {
  const { project, source } = await lockWebsite(tx, actor, projectId, links, isExpected)
  const { status } = source.website
  if (status !== 'OFFLINE') {
    const { updatedAt } = await setWebsite(tx, source.website, { status: 'OFFLINE' })
    if (status === 'LIVE')
      publishProject(tx, 'WEBSITE_UNPUBLISHED', project, { occurredAt: updatedAt })
  }
  return shown(tx, await getSource(tx, actor.organizationId, projectId), links)
}

/**
 * Makes an approved project's DRAFT LIVE, and publishes WEBSITE_PUBLISHED. A no-op without a DRAFT, or if its pages
 * would be unavailable. Called under the project's lock.
 */
export async function publishApproved(
  tx: Tx,
  project: Project,
  links: WebsiteUrlLinks,
): Promise<void> {
  const { organizationId, id } = project
  // Most projects have no website.
  if ((await tx.orm.$count(table, isWebsiteOf(organizationId, id))) === 0) return
  const source = await findSource(tx, isWebsiteOf(organizationId, id))
  if (source?.website.status !== 'DRAFT' || blockOf(source) !== null) return
  await goLive(tx, project, 'APPROVED', links)
}

async function lockWebsite(
  tx: Tx,
  actor: Actor,
  projectId: string,
  links: WebsiteLinks,
  isExpected: IsExpected<Website>,
): Promise<{ project: Project; source: SiteSource }> {
  const project = await lockProject(tx, actor.organizationId, projectId)
  refuseOthers(actor, project)
  const source = await getSource(tx, actor.organizationId, projectId)
  if (isExpected) expectRecord(await shown(tx, source, links), isExpected)
  return { project, source }
}

function refuseBlocked(source: SiteSource): void {
  switch (blockOf(source)) {
    case null:
      return
    case 'NOT_DELIVERED':
      throw noneInForce()
    case 'LOCKED':
      throw conflict(
        'delivery_locked',
        'The delivery is waiting for payment: publish the website once it is paid or unlocked.',
      )
    case 'EXPIRED':
      throw conflict('website_expired', 'Set a later expiresAt, or null, before you publish it.')
  }
}

async function goLive(
  tx: Tx,
  project: Project,
  reason: PublishReason,
  links: WebsiteUrlLinks,
): Promise<void> {
  const { organizationId, id: projectId } = project
  const website = await setWebsite(
    tx,
    { organizationId, projectId },
    { status: 'LIVE', publishedAt: changeTime },
  )
  publishProject(tx, 'WEBSITE_PUBLISHED', project, {
    occurredAt: website.updatedAt,
    reason,
    brandedUrl: siteUrl(links, website.publicId),
    unbrandedUrl: tourUrl(links, website.tourPublicId),
  })
}

import { one, type Sql } from '@mediajobs/db'
import { changeTime, media, websites as table } from '@mediajobs/db/schema'
import {
  BRANDED_TOURS,
  type RefusedField,
  randomPublicId,
  toUtc,
  tourUrlProblem,
  type WEBSITE_FIELDS,
  type WebsiteFacts,
  type WebsiteTour,
} from '@mediajobs/domain'
import type { ChangesOf, Is, RecordOf } from '@mediajobs/domain/fields'
import type { Tx } from '@mediajobs/outbox'
import { and, inArray } from 'drizzle-orm'
import type { DeliveryLinks } from '../client-deliveries/delivery.ts'
import { isOfProject } from '../media/media.ts'
import { lockProject, type Project } from '../projects/project.ts'
import type { Actor } from '../shared/actor.ts'
import { forbidden, invalid, notFound, refusedField, refuseFields } from '../shared/errors.ts'
import { isOneOf } from '../shared/paging.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import {
  blockOf,
  findSource,
  getSource,
  isWebsiteOf,
  mediaOf,
  type SiteSource,
  WEBSITE_MEDIA,
  type WebsiteBlock,
  type WebsiteRow,
} from './source.ts'
import { omittedFromTour } from './tour.ts'

/** Doesn't compile unless columns and field table agree. */
type Row = Is<WebsiteRow, Is<RecordOf<typeof WEBSITE_FIELDS>, WebsiteRow>>

/** Nested fields are optional: the body's schema has their defaults. */
export type WebsiteInput = ChangesOf<typeof WEBSITE_FIELDS>

/** A website, as shown to staff. */
export interface Website extends Row {
  blockedBy: WebsiteBlock | null
  brandedUrl: string
  unbrandedUrl: string
  /** Fields that the unbranded page omits because they name someone. */
  unbrandedOmits: string[]
}

export type WebsiteLinks = Pick<
  DeliveryLinks,
  'deliveryBaseUrl' | 'tourBaseUrl' | 'cdnUrl' | 'keyRing' | 'hasArchives' | 'sendsMail'
>

export function siteUrl({ deliveryBaseUrl }: WebsiteUrlLinks, publicId: string): string {
  return `${new URL(deliveryBaseUrl).origin}/sites/${publicId}`
}

export function tourUrl(
  { deliveryBaseUrl, tourBaseUrl }: WebsiteUrlLinks,
  publicId: string,
): string {
  return `${new URL(tourBaseUrl ?? deliveryBaseUrl).origin}/tours/${publicId}`
}

export type WebsiteUrlLinks = Pick<DeliveryLinks, 'deliveryBaseUrl' | 'tourBaseUrl'>

/** @throws {OperationError} `not_found`, `forbidden` (`role_forbids`). */
export async function getWebsite(
  sql: Sql,
  actor: Actor,
  projectId: string,
  links: WebsiteLinks,
): Promise<Website> {
  await refuseOthersById(sql, actor, projectId)
  return shown(sql, await getSource(sql, actor.organizationId, projectId), links)
}

/** A website's fields, plus those only staff see. */
export async function shown(sql: Sql, source: SiteSource, links: WebsiteLinks): Promise<Website> {
  const files = await mediaOf(sql, source, links)
  return {
    ...source.website,
    blockedBy: blockOf(source),
    brandedUrl: siteUrl(links, source.website.publicId),
    unbrandedUrl: tourUrl(links, source.website.tourPublicId),
    unbrandedOmits: await omittedFromTour(source, files),
  }
}

const NO_FACTS: WebsiteFacts = {
  bedrooms: null,
  bathrooms: null,
  propertySize: null,
  lotSize: null,
  yearBuilt: null,
  priceAmount: null,
  currency: null,
  mlsNumber: null,
}
const NO_CONTACT = { title: null, phone: null, email: null, licence: null, photoUrl: null }

/** The complete website: omitted fields are empty. */
function completed(input: WebsiteInput) {
  return {
    headline: input.headline ?? null,
    description: input.description ?? null,
    facts: { ...NO_FACTS, ...input.facts },
    contacts: (input.contacts ?? []).map((contact) => ({ ...NO_CONTACT, ...contact })),
    mediaIds: input.mediaIds ?? null,
    tours: (input.tours ?? []).map(
      ({ kind, url, unbrandedUrl = null }): WebsiteTour => ({ kind, url, unbrandedUrl }),
    ),
    leadForm: input.leadForm ?? true,
    expiresAt: input.expiresAt ? toUtc(input.expiresAt) : null,
  }
}

/**
 * Creates a project's website as a DRAFT, or replaces its content. A LIVE one changes immediately.
 *
 * @throws {OperationError} `not_found` for the project or media of another one; `forbidden` (`role_forbids`);
 *   `precondition_failed`; `invalid` for contradictions, tours on other hosts, and an `expiresAt` that has passed.
 */
export async function putWebsite(
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: WebsiteInput,
  links: WebsiteLinks,
  isExpected?: IsExpected<Website>,
): Promise<Website> {
  const { organizationId } = actor
  refuseFields(problemsIn(input))
  const project = await lockProject(tx, organizationId, projectId)
  refuseOthers(actor, project)
  const wanted = completed(input)
  const source = await findSource(tx, isWebsiteOf(organizationId, projectId))
  await checkMedia(tx, project, wanted.mediaIds)
  await checkExpiry(tx, wanted.expiresAt, source?.website.expiresAt ?? null)
  expectRecord(source && (await shown(tx, source, links)), isExpected)
  if (!source) {
    const publicId = randomPublicId(tx.cell)
    const tourPublicId = randomPublicId(tx.cell)
    const ids = { organizationId, projectId, publicId, tourPublicId }
    await tx.orm.insert(table).values({ ...wanted, ...ids, status: 'DRAFT' })
  } else if (changedFields<Partial<Row>>(source.website, wanted).length > 0) {
    await setWebsite(tx, source.website, wanted)
  }
  return shown(tx, await getSource(tx, organizationId, projectId), links)
}

/** Changes a locked project's website. */
export async function setWebsite(
  tx: Tx,
  { organizationId, projectId }: Pick<Row, 'organizationId' | 'projectId'>,
  changes: Partial<Omit<Row, 'publishedAt'>> & { publishedAt?: typeof changeTime },
): Promise<WebsiteRow> {
  const rows = await tx.orm
    .update(table)
    .set({ ...changes, updatedAt: changeTime })
    .where(isWebsiteOf(organizationId, projectId))
    .returning()
  return one(rows, 'the update of a website of a locked project')
}

function problemsIn({ facts, tours = [] }: WebsiteInput): RefusedField[] {
  const wrong: RefusedField[] = []
  const { priceAmount = null, currency = null } = facts ?? {}
  if (priceAmount !== null && currency === null) {
    wrong.push(refusedField('facts.currency', 'required', 'is required with priceAmount'))
  }
  tours.forEach(({ kind, url, unbrandedUrl = null }, i) => {
    const problem = tourUrlProblem(kind, url)
    if (problem) wrong.push(refusedField(`tours[${i}].url`, 'not_allowed', problem))
    if (unbrandedUrl === null) return
    const at = `tours[${i}].unbrandedUrl`
    if (BRANDED_TOURS.includes(kind)) {
      wrong.push(refusedField(at, 'not_allowed', `must be null for ${kind}`))
      return
    }
    const unbranded = tourUrlProblem(kind, unbrandedUrl)
    if (unbranded) wrong.push(refusedField(at, 'not_allowed', unbranded))
  })
  return wrong
}

async function checkMedia(
  { orm }: Sql,
  { organizationId, id }: Project,
  mediaIds: readonly string[] | null,
): Promise<void> {
  if (mediaIds === null || mediaIds.length === 0) return
  const known = and(
    isOfProject(organizationId, id),
    isOneOf(media.id, mediaIds),
    inArray(media.type, [...WEBSITE_MEDIA]),
  )
  if ((await orm.$count(media, known)) < mediaIds.length) throw notFound().at('mediaIds')
}

// By the database's clock. An unchanged value may stay.
async function checkExpiry(tx: Tx, expiresAt: string | null, before: string | null): Promise<void> {
  if (expiresAt === null || expiresAt === before) return
  const [row] = await tx.query<{ isPast: boolean }>(
    `select $1::timestamptz <= clock_timestamp() as "isPast"`,
    [expiresAt],
  )
  if (row?.isPast) throw invalid('expiresAt', 'too_small', 'must be in the future')
}

/** @throws {OperationError} `forbidden` to all but ADMIN, MANAGER and the assigned EDITOR. */
export function refuseOthers(
  { role, userId }: Actor,
  { editorId }: Pick<Project, 'editorId'>,
): void {
  if (role === 'ADMIN' || role === 'MANAGER') return
  if (role === 'EDITOR' && editorId === userId) return
  throw forbidden(
    'role_forbids',
    `The role ${role} may not see or change this website. ADMIN, MANAGER and the assigned EDITOR may.`,
  )
}

/** {@link refuseOthers} by project id. @throws {OperationError} also `not_found` for an unknown project. */
export async function refuseOthersById(sql: Sql, actor: Actor, projectId: string): Promise<void> {
  const [project] = await sql.query<Pick<Project, 'editorId'>>(
    `select editor_id as "editorId" from projects where organization_id = $1 and id = $2`,
    [actor.organizationId, projectId],
  )
  if (!project) throw notFound()
  refuseOthers(actor, project)
}

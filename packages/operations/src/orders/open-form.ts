import { type Placeholders, preparedQuery, type Sql } from '@mediajobs/db'
import {
  addOns,
  isAway,
  logos,
  organizations,
  packages,
  orderForms as table,
} from '@mediajobs/db/schema'
import { isPublicId } from '@mediajobs/domain'
import { and, eq, isNull, not, sql as raw, type SQL, type SQLWrapper } from 'drizzle-orm'
import { DEFAULT_ZONE } from '../free-time.ts'
import type { CdnUrl } from '../previews.ts'
import { notFound } from '../shared/errors.ts'
import { picked } from '../shared/record.ts'
import {
  type ShownOrganization,
  shownColumns,
  takesCards,
  withLogo,
} from '../shown-organization.ts'
import type { OrderFormRow } from './form.ts'
import type { OrderTerms } from './order-quote.ts'

/** A form that takes orders, and the database's time. */
export interface OpenForm extends OrderTerms {
  /** The organization's, or UTC. */
  timeZone: string
  nowMs: number
}

const NOW_MS = raw<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`

/** SQL condition: an active form, of an organization served by this cell. */
function isOpen(publicId: SQLWrapper) {
  return and(
    eq(table.publicId, publicId),
    table.active,
    isNull(table.archivedAt),
    not(raw.raw(isAway('order_forms.organization_id'))),
  )
}

/** The form with this public id. @throws {OperationError} `not_found` for an unknown, inactive or archived one. */
export async function findOpenForm(sql: Sql, publicId: string): Promise<OpenForm> {
  if (!isPublicId(publicId)) throw notFound()
  const [found] = await selectOpen(sql, { publicId })
  if (!found) throw notFound().naming(publicId)
  return openForm(found)
}

/** A form's organization, even if the form takes no orders. Null if unknown. */
export async function organizationOfForm({ orm }: Sql, publicId: string): Promise<string | null> {
  if (!isPublicId(publicId)) return null
  const { organizationId } = table
  const [form] = await orm
    .select({ organizationId })
    .from(table)
    .where(eq(table.publicId, publicId))
  return form?.organizationId ?? null
}

/** The origins of the websites that may embed a form; none for an unknown, inactive or archived form. */
export async function websitesOfForm({ orm }: Sql, publicId: string): Promise<string[]> {
  if (!isPublicId(publicId)) return []
  const { frameAncestors } = table
  const [form] = await orm
    .select({ frameAncestors })
    .from(table)
    .where(isOpen(raw.param(publicId)))
  return form?.frameAncestors ?? []
}

/** A form that satisfies `condition`. */
export async function readForm(
  { orm }: Sql,
  condition: SQL | undefined,
): Promise<OpenForm | undefined> {
  const [found] = await selectForm(orm, condition)
  return found && openForm(found)
}

function selectForm(orm: Sql['orm'], condition: SQL | undefined) {
  return orm
    .select({ form: table, timeZone: organizations.timeZone, nowMs: NOW_MS })
    .from(table)
    .innerJoin(organizations, eq(organizations.id, table.organizationId))
    .where(condition)
}

const selectOpen = preparedQuery((orm, value: Placeholders<'publicId'>) =>
  selectForm(orm, isOpen(value('publicId'))),
)

function openForm(found: Awaited<ReturnType<typeof selectForm>>[number]): OpenForm {
  return { ...found, group: null, timeZone: found.timeZone ?? DEFAULT_ZONE }
}

const offerColumns = (offers: typeof packages | typeof addOns) => ({
  id: offers.id,
  name: offers.name,
  description: offers.description,
  mediaTypes: offers.mediaTypes,
  priceAmount: offers.priceAmount,
  currency: offers.currency,
  durationMinutes: offers.durationMinutes,
  sizeTiers: offers.sizeTiers,
})

export type BookableOffer = Pick<
  typeof packages.$inferSelect,
  keyof ReturnType<typeof offerColumns>
>

const SHOWN = [
  'publicId',
  'name',
  'questions',
  'scheduling',
  'slotMinutes',
  'noticeHours',
  'horizonDays',
  'payment',
  'depositBasisPoints',
  'confirmation',
  'terms',
  'frameAncestors',
] as const satisfies readonly (keyof OrderFormRow)[]

/** A form, as shown to anyone: nothing about staff. */
export interface BookableForm extends Pick<OrderFormRow, (typeof SHOWN)[number]> {
  organization: ShownOrganization
  /** The organization's, or UTC. */
  timeZone: string
  sizeUnit: (typeof organizations.$inferSelect)['sizeUnit']
  packages: BookableOffer[]
  addOns: BookableOffer[]
  /** Whether the organization takes card payments now. */
  cardPayments: boolean
}

/** A form, as shown to anyone. Up to three statements. @throws {OperationError} `not_found` as in {@link findOpenForm}. */
export async function getBookableForm(
  sql: Sql,
  publicId: string,
  { cdnUrl }: { readonly cdnUrl: CdnUrl },
): Promise<BookableForm> {
  if (!isPublicId(publicId)) throw notFound()
  const [found] = await selectBookable(sql, { publicId })
  if (!found) throw notFound().naming(publicId)
  const { form, organization, sizeUnit, logoKey, cardPayments } = found
  return {
    ...picked(form, SHOWN),
    organization: withLogo(organization, logoKey, cdnUrl),
    timeZone: organization.timeZone ?? DEFAULT_ZONE,
    sizeUnit,
    packages: await bookableOffers(sql, selectPackages, form.organizationId, form.packageIds),
    addOns: await bookableOffers(sql, selectAddOns, form.organizationId, form.addOnIds),
    cardPayments,
  }
}

const selectBookable = preparedQuery((orm, value: Placeholders<'publicId'>) => {
  const { organizationId } = table
  return orm
    .select({
      form: table,
      organization: shownColumns,
      sizeUnit: organizations.sizeUnit,
      logoKey: logos.key,
      cardPayments: takesCards(organizationId),
    })
    .from(table)
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .leftJoin(logos, eq(logos.organizationId, organizationId))
    .where(isOpen(value('publicId')))
})

const selectOffers = (offers: typeof packages | typeof addOns) =>
  preparedQuery((orm, value: Placeholders<'orgId' | 'ids'>) =>
    orm
      .select(offerColumns(offers))
      .from(offers as typeof packages)
      .where(
        and(
          eq(offers.organizationId, value('orgId')),
          raw`${offers.id} = any (${value('ids')})`,
          isNull(offers.archivedAt),
        ),
      ),
  )
const selectPackages = selectOffers(packages)
const selectAddOns = selectOffers(addOns)

/** The form's unarchived offers, in its order. */
async function bookableOffers(
  sql: Sql,
  select: typeof selectPackages,
  orgId: string,
  ids: readonly string[],
): Promise<BookableOffer[]> {
  if (ids.length === 0) return []
  const rows = await select(sql, { orgId, ids })
  const byId = new Map(rows.map((offer) => [offer.id, offer]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

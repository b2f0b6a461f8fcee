import type { Sql } from '@mediajobs/db'
import { websiteViews as table } from '@mediajobs/db/schema'
import { MAX_WEBSITE_VIEW_DAYS, type WebsitePage } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, desc, eq, sql as raw } from 'drizzle-orm'
import { DEFAULT_ZONE } from '../free-time.ts'
import type { Actor } from '../shared/actor.ts'
import { getLiveSource, getSource } from './source.ts'
import { refuseOthersById } from './website.ts'

/** Views of one day, in the organization's time zone. */
interface ViewsOfDay {
  day: string
  branded: number
  unbranded: number
}

export interface WebsiteViews {
  /** Days with views, newest first. */
  data: ViewsOfDay[]
  brandedTotal: number
  unbrandedTotal: number
}

/** Counts a page view. Records nothing about the visitor. @throws {OperationError} `not_found` unless live. */
export async function countSiteView(tx: Tx, which: WebsitePage, publicId: string): Promise<void> {
  const { website, organization } = await getLiveSource(tx, which, publicId)
  const { organizationId, projectId } = website
  const zone = organization.timeZone ?? DEFAULT_ZONE
  const day = raw`(clock_timestamp() at time zone ${zone})::date`
  await tx.orm
    .insert(table)
    .values({ organizationId, projectId, day, which, count: 1 })
    .onConflictDoUpdate({
      target: [table.organizationId, table.projectId, table.day, table.which],
      set: { count: raw`${table.count} + 1` },
    })
}

/** @throws {OperationError} `not_found`, `forbidden` (`role_forbids`). */
export async function getWebsiteViews(
  sql: Sql,
  actor: Actor,
  projectId: string,
): Promise<WebsiteViews> {
  await refuseOthersById(sql, actor, projectId)
  const { organizationId } = actor
  await getSource(sql, organizationId, projectId)
  const isItsView = and(eq(table.organizationId, organizationId), eq(table.projectId, projectId))
  const of = (which: WebsitePage) =>
    raw<number>`coalesce(sum(${table.count}) filter (where ${table.which} = ${which}), 0)::int`
  const counts = { branded: of('BRANDED'), unbranded: of('UNBRANDED') }
  const [data, [totals]] = await Promise.all([
    sql.orm
      .select({ day: table.day, ...counts })
      .from(table)
      .where(isItsView)
      .groupBy(table.day)
      .orderBy(desc(table.day))
      .limit(MAX_WEBSITE_VIEW_DAYS),
    sql.orm.select(counts).from(table).where(isItsView),
  ])
  return { data, brandedTotal: totals?.branded ?? 0, unbrandedTotal: totals?.unbranded ?? 0 }
}

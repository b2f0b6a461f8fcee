import type { Sql } from '@mediajobs/db'
import { refunds as table } from '@mediajobs/db/schema'
import { REFUND_FIELDS } from '@mediajobs/domain'
import type { Is, RecordOf } from '@mediajobs/domain/fields'
import { eq } from 'drizzle-orm'
import type { Page, PageRequest } from '../shared/paging.ts'
import { picked, record } from '../shared/record.ts'
import { payments } from './payments.ts'

/** A refund with the columns that only the service reads. */
export type RefundRow = typeof table.$inferSelect
type Shown = Pick<RefundRow, keyof typeof REFUND_FIELDS>
/** Doesn't compile unless columns and field table agree. */
export type Refund = Is<Shown, Is<RecordOf<typeof REFUND_FIELDS>, Shown>>

export const refunds = record(table)

const SHOWN = Object.keys(REFUND_FIELDS) as (keyof Refund)[]

export function refundOf(row: RefundRow): Refund {
  return picked(row, SHOWN)
}

/** The amount refunded or pending. */
export function returnedBy(rows: readonly RefundRow[]): number {
  const live = rows.filter(({ status }) => status !== 'FAILED')
  return live.reduce((sum, { refundAmount }) => sum + refundAmount, 0)
}

/**
 * A payment's refunds, newest first.
 *
 * @throws {OperationError} `not_found`; `invalid` for a cursor of another list.
 */
export async function listRefunds(
  sql: Sql,
  orgId: string,
  paymentId: string,
  request: PageRequest,
): Promise<Page<Refund>> {
  await payments.get(sql, orgId, paymentId)
  const list = { list: 'refunds', paymentId }
  const page = await refunds.page(sql, orgId, request, {
    list,
    where: eq(table.paymentId, paymentId),
  })
  return { ...page, data: page.data.map(refundOf) }
}

import type { Sql } from '@mediajobs/db'
import { mails } from '@mediajobs/db/schema'
import { LISTED_MAIL_KINDS, type ListedMailKind, type MailStatus } from '@mediajobs/domain'
import { and, desc, eq, inArray, sql as raw } from 'drizzle-orm'
import { type Page, type PageRequest, pageOf, positionOf } from '../shared/paging.ts'

/** What staff see of a mail. It never has the text or a link. */
const columns = {
  id: mails.id,
  kind: raw<ListedMailKind>`${mails.kind}`,
  status: mails.status,
  recipient: mails.recipient,
  userId: mails.userId,
  customerId: mails.customerId,
  projectId: mails.projectId,
  deliveryId: mails.deliveryId,
  revisionId: mails.revisionId,
  subscriptionId: mails.subscriptionId,
  attempts: mails.attempts,
  error: mails.error,
  createdAt: mails.createdAt,
  nextAttemptAt: mails.nextAttemptAt,
  endedAt: mails.endedAt,
}

export interface Mail extends Omit<Pick<typeof mails.$inferSelect, keyof typeof columns>, 'kind'> {
  kind: ListedMailKind
}

export interface MailFilters {
  kind?: ListedMailKind
  status?: MailStatus
  projectId?: string
  customerId?: string
  userId?: string
}

/**
 * The organization's mails of 30 days, newest first, without password resets.
 *
 * @throws {OperationError} `invalid` for a cursor of another list.
 */
export async function listMails(
  sql: Sql,
  orgId: string,
  { limit, cursor, ...filters }: MailFilters & PageRequest,
): Promise<Page<Mail>> {
  const list = { list: 'mails', ...filters }
  const after = positionOf(cursor, list)
  const { kind, status, projectId, customerId, userId } = filters
  const rows = await sql.orm
    .select(columns)
    .from(mails)
    .where(
      and(
        eq(mails.organizationId, orgId),
        inArray(mails.kind, kind === undefined ? LISTED_MAIL_KINDS : [kind]),
        status && eq(mails.status, status),
        projectId === undefined ? undefined : eq(mails.projectId, projectId),
        customerId === undefined ? undefined : eq(mails.customerId, customerId),
        userId === undefined ? undefined : eq(mails.userId, userId),
        after && raw`(${mails.createdAt}, ${mails.id}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit + 1)
  return pageOf(rows, limit, list, (last) => ({ value: last.createdAt, id: last.id }))
}

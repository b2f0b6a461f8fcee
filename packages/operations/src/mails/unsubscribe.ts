import type { Sql } from '@mediajobs/db'
import { customers, isAway, organizations, unsubscribeTokens } from '@mediajobs/db/schema'
import { hashSecret } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { and, eq, not, sql as raw } from 'drizzle-orm'
import { updateCustomer } from '../customers.ts'
import { notFound } from '../shared/errors.ts'

/** Whether the customer of a mail gets mails, as the link of the mail shows it. */
export interface MailSubscription {
  organizationName: string
  mailOptOut: boolean
}

/** @throws {OperationError} `not_found` for an unknown token. */
export async function getMailSubscription(sql: Sql, token: string): Promise<MailSubscription> {
  const { organizationName, mailOptOut } = await findByToken(sql, token)
  return { organizationName, mailOptOut }
}

/**
 * Ends the mails of an organization to a customer, and publishes CUSTOMER_UPDATED. A repeat changes nothing.
 * docs/contract.md#c14-mail-unsubscribe
 *
 * @throws {OperationError} `not_found` for an unknown token.
 */
export async function unsubscribe(tx: Tx, token: string): Promise<MailSubscription> {
  const { organizationId, customerId, organizationName } = await findByToken(tx, token)
  await updateCustomer(tx, organizationId, customerId, { mailOptOut: true })
  return { organizationName, mailOptOut: true }
}

async function findByToken(sql: Sql, token: string) {
  const [found] = await sql.orm
    .select({
      organizationId: customers.organizationId,
      customerId: customers.id,
      organizationName: organizations.name,
      mailOptOut: customers.mailOptOut,
    })
    .from(unsubscribeTokens)
    .innerJoin(
      customers,
      and(
        eq(customers.organizationId, unsubscribeTokens.organizationId),
        eq(customers.id, unsubscribeTokens.customerId),
      ),
    )
    .innerJoin(organizations, eq(organizations.id, customers.organizationId))
    .where(
      and(
        eq(unsubscribeTokens.tokenHash, hashSecret(token)),
        not(raw.raw(isAway('unsubscribe_tokens.organization_id'))),
      ),
    )
  if (!found) throw notFound().naming(token)
  return found
}

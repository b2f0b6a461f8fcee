import type { Sql } from '@mediajobs/db'
import type { Tx } from '@mediajobs/outbox'
import { type Customer, getCustomer, updateCustomer } from '../customers.ts'
import type { CdnUrl } from '../previews.ts'
import { type IsExpected, picked } from '../shared/record.ts'
import { getPortalStudio, type PortalStudio } from '../shown-organization.ts'
import type { PortalCaller } from './sessions.ts'
import { findPortalGroup, type PortalGroup } from './visible.ts'

/** Fields customers may change. The email is their identity, so only staff change it. */
const OWN_FIELDS = ['name', 'phone', 'company', 'language'] as const
const SHOWN_FIELDS = ['id', 'email', ...OWN_FIELDS] as const

export type PortalCustomer = Pick<Customer, (typeof SHOWN_FIELDS)[number]>

export async function getPortalCustomer(
  sql: Sql,
  { organizationId, customerId }: PortalCaller,
): Promise<PortalCustomer> {
  return picked(await getCustomer(sql, organizationId, customerId), SHOWN_FIELDS)
}

/** Publishes CUSTOMER_UPDATED if anything differs. @throws {OperationError} `precondition_failed`. */
export async function updatePortalCustomer(
  tx: Tx,
  { organizationId, customerId }: PortalCaller,
  input: Partial<Pick<Customer, (typeof OWN_FIELDS)[number]>>,
  isExpected?: IsExpected<Customer>,
): Promise<PortalCustomer> {
  const customer = await updateCustomer(tx, organizationId, customerId, input, isExpected)
  return picked(customer, SHOWN_FIELDS)
}

/** The signed-in customer, their organization and group. */
export interface PortalSession {
  expiresAt: string
  customer: PortalCustomer
  /** Null: in no group. */
  group: PortalGroup | null
  organization: PortalStudio
}

export async function describePortalSession(
  sql: Sql,
  caller: PortalCaller,
  cdnUrl: CdnUrl,
): Promise<PortalSession> {
  const [customer, group, organization] = await Promise.all([
    getPortalCustomer(sql, caller),
    findPortalGroup(sql, caller),
    getPortalStudio(sql, caller.organizationId, cdnUrl),
  ])
  return { expiresAt: caller.expiresAt, customer, group, organization }
}

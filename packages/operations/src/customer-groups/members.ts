import { type Sql, type Transaction, violatedConstraint } from '@mediajobs/db'
import { changeTime, customers, customerGroupMembers as table } from '@mediajobs/db/schema'
import { type GROUP_MEMBER_FIELDS, MAX_GROUP_MEMBERS } from '@mediajobs/domain'
import type { InputOf, Is, RecordOf } from '@mediajobs/domain/fields'
import { and, eq, isNull } from 'drizzle-orm'
import { conflict, notFound } from '../shared/errors.ts'
import type { Page, PageRequest } from '../shared/paging.ts'
import { expectRecord, type IsExpected, record } from '../shared/record.ts'
import { findGroup, groups } from './groups.ts'

type Row = typeof table.$inferSelect
type Shown = Omit<Row, 'id' | 'leftAt'>

/** Doesn't compile unless columns and field table agree. */
export type GroupMember = Is<Shown, Is<RecordOf<typeof GROUP_MEMBER_FIELDS>, Shown>>

/** A member's path. */
export interface MemberPath {
  groupId: string
  customerId: string
}

const members = record(table, { exists: isNull(table.leftAt), refusal })

/** @throws {OperationError} `not_found`. */
export async function getGroupMember(
  sql: Sql,
  orgId: string,
  path: MemberPath,
): Promise<GroupMember> {
  await groups.get(sql, orgId, path.groupId)
  const row = await findRow(sql, orgId, path)
  if (!row) throw notFound()
  return memberOf(row)
}

/**
 * A group's current members, newest first.
 *
 * @throws {OperationError} `not_found`; `invalid` for a cursor of another list.
 */
export async function listGroupMembers(
  sql: Sql,
  orgId: string,
  groupId: string,
  request: PageRequest,
): Promise<Page<GroupMember>> {
  await groups.get(sql, orgId, groupId)
  const list = { list: 'group-members', groupId }
  const page = await members.page(sql, orgId, request, { list, where: eq(table.groupId, groupId) })
  return { ...page, data: page.data.map(memberOf) }
}

/**
 * Adds a customer to a group, or changes a member's role.
 *
 * @throws {OperationError} `not_found`, `precondition_failed`; `conflict` for a member of another group
 *   (`customer_in_group`) or a full group (`too_many_members`).
 */
export async function putGroupMember(
  tx: Transaction,
  orgId: string,
  path: MemberPath,
  input: InputOf<typeof GROUP_MEMBER_FIELDS>,
  isExpected?: IsExpected<GroupMember>,
): Promise<GroupMember> {
  const { groupId, customerId } = path
  await groups.lock(tx, orgId, groupId)
  await checkCustomer(tx, orgId, customerId)
  const before = await findRow(tx, orgId, path)
  expectRecord(before && memberOf(before), isExpected)
  if (before) return memberOf(await members.change(tx, before, input))
  const other = await findGroup(tx, orgId, customerId)
  if (other) throw inGroup(`The customer is in the group ${other.id}: remove them there first.`)
  // Exact: the group is locked.
  const isMember = and(eq(table.organizationId, orgId), eq(table.groupId, groupId))
  if ((await tx.orm.$count(table, and(isMember, isNull(table.leftAt)))) >= MAX_GROUP_MEMBERS) {
    throw conflict('too_many_members', `A customer group has at most ${MAX_GROUP_MEMBERS} members.`)
  }
  const at = { createdAt: changeTime, updatedAt: changeTime }
  return memberOf(await members.insert(tx, orgId, { ...path, ...input, ...at }))
}

/** Ends a membership. Earlier bookings stay with the group. @throws `not_found`, `precondition_failed`. */
export async function removeGroupMember(
  tx: Transaction,
  orgId: string,
  path: MemberPath,
  isExpected?: IsExpected<GroupMember>,
): Promise<void> {
  await groups.lock(tx, orgId, path.groupId)
  const before = await findRow(tx, orgId, path)
  if (!before) throw notFound()
  expectRecord(memberOf(before), isExpected)
  const isBefore = and(eq(table.organizationId, orgId), eq(table.id, before.id))
  await tx.orm.update(table).set({ leftAt: changeTime, updatedAt: changeTime }).where(isBefore)
}

async function findRow(
  { orm }: Pick<Sql, 'orm'>,
  orgId: string,
  { groupId, customerId }: MemberPath,
): Promise<Row | undefined> {
  const [row] = await orm
    .select()
    .from(table)
    .where(
      and(
        eq(table.organizationId, orgId),
        eq(table.groupId, groupId),
        eq(table.customerId, customerId),
        isNull(table.leftAt),
      ),
    )
  return row
}

function memberOf({ id, leftAt, ...member }: Row): GroupMember {
  return member
}

/** @throws {OperationError} `not_found`. */
async function checkCustomer({ orm }: Transaction, orgId: string, id: string): Promise<void> {
  const isCustomer = and(eq(customers.organizationId, orgId), eq(customers.id, id))
  if ((await orm.$count(customers, isCustomer)) === 0) throw notFound()
}

/** Translates a failed insert. Calls for other groups aren't serialized: each locks only its group. */
function refusal(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'customer_group_members_one':
      return inGroup('The customer has just joined another group.')
    case 'customer_group_members_customer':
      return notFound()
    default:
      return error
  }
}

function inGroup(message: string) {
  return conflict('customer_in_group', message)
}

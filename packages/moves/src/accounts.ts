import { type Move, MoveRefused } from './move.ts'

// Accounts have no organization, so no row filter selects them. They are few, and copied during the freeze. Afterwards
// the accounts of the two cells are independent.

// The members' accounts and their persons. The password is copied if the account itself is a member.
const USERS = `
  select u.id, u.email, u.person_id, u.created_at::text,
    case when exists (
      select from memberships as m where m.organization_id = $1 and m.account_id = u.id
    ) then u.password_hash end as password_hash
  from users as u
  where u.id in (
    select m.user_id from memberships as m where m.organization_id = $1
    union select m.account_id from memberships as m where m.organization_id = $1)`

// Accounts without another organization in this cell; only these keep their sessions. A copied session of another
// account would survive in one cell when it ends in the other.
const LEAVING = `
  select m.account_id as id from memberships as m
  where m.organization_id = $1 and m.account_id is not null and not exists (
    select from memberships as other
    where other.organization_id <> $1 and other.account_id = m.account_id)`

const TAKEN = `
  select given.email from unnest($1::uuid[], $2::text[]) as given (id, email)
  join users on lower(users.email) = lower(given.email) and users.id <> given.id
  order by 1 limit 5`

interface User {
  id: string
  email: string | null
}

/** @throws {MoveRefused} if the target has a member's address under another id: rows refer to people by id. */
export async function checkAddresses({ source, target, organizationId }: Move): Promise<void> {
  const users = await source.rows<User>(USERS, [organizationId])
  const taken = await target.rows<{ email: string }>(TAKEN, [
    users.map(({ id }) => id),
    users.map(({ email }) => email),
  ])
  if (taken.length === 0) return
  throw new MoveRefused(
    `The target has other accounts with these addresses: ${taken.map(({ email }) => email).join(', ')}. Change the members' addresses in one of the cells.`,
  )
}

// Accounts in other organizations of the target keep their password there.
const KEEP_USERS = `
  insert into users (id, email, person_id, password_hash, created_at)
  select id, email, person_id, password_hash, created_at
  from json_populate_recordset(null::users, $2::json)
  on conflict (id) do update set
    password_hash = case when exists (
      select from memberships as m
      where m.organization_id <> $1 and m.account_id = users.id
    ) then users.password_hash else excluded.password_hash end`

// Rows that leave with the accounts.
const BELONGINGS = [
  { table: 'sessions', column: 'user_id' },
  { table: 'sign_in_networks', column: 'account_id' },
  { table: 'password_resets', column: 'user_id' },
]

/** Copies the members' accounts, with their sessions. Idempotent. */
export async function copyAccounts({ source, target, organizationId }: Move): Promise<void> {
  const users = await source.rows(USERS, [organizationId])
  await target.transaction(async () => {
    await target.rows(KEEP_USERS, [organizationId, JSON.stringify(users)])
    for (const { table, column } of BELONGINGS) {
      const found = await source.row<{ rows: string }>(
        `select coalesce(json_agg(kept), '[]')::text as rows from ${table} as kept
         where ${column} in (${LEAVING})`,
        [organizationId],
      )
      await target.rows(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)
         on conflict do nothing`,
        [found?.rows ?? '[]'],
      )
    }
  })
}

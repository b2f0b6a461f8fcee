import type { Sql } from '@mediajobs/db'
import type { Role, Scope } from '@mediajobs/domain'
import type { Admission } from '../credentials/admission/admit.ts'
import { notFound } from '../shared/errors.ts'

/** The credential of a caller. The fields of a key are null when a session calls. */
export interface Credential {
  id: string | null
  name: string | null
  prefix: string | null
  organization: { id: string; name: string }
  userId: string
  role: Role
  scopes: Scope[]
  expiresAt: string | null
}

const DESCRIBE = `
  select o.name as "organizationName", k.name, k.prefix
  from organizations as o
  left join api_keys as k on k.organization_id = o.id and k.id = $2
  where o.id = $1`

interface Row {
  organizationName: string
  name: string | null
  prefix: string | null
}

/** Describes the caller's credential. A key has no other way to find out what it may do. */
export async function describeCredential(sql: Sql, admission: Admission): Promise<Credential> {
  const { organizationId, apiKeyId, userId, role, scopes, expiresAt } = admission
  const [row] = await sql.query<Row>(DESCRIBE, [organizationId, apiKeyId])
  if (!row) throw notFound()
  return {
    id: apiKeyId,
    name: row.name,
    prefix: row.prefix,
    organization: { id: organizationId, name: row.organizationName },
    userId,
    role,
    scopes: [...scopes],
    expiresAt,
  }
}

import { one, type Sql } from '@mediajobs/db'
import { changeTime, organizations } from '@mediajobs/db/schema'
import type { Tx } from '@mediajobs/outbox'
import { eq } from 'drizzle-orm'
import { notFound } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import type { Organization } from './organization.ts'

/** The settings an ADMIN may change. `null` clears; omitted fields stay. */
export type OrganizationInput = Partial<
  Pick<
    Organization,
    | 'name'
    | 'logoUrl'
    | 'colour'
    | 'timeZone'
    | 'locale'
    | 'deliveryTerms'
    | 'showAddressOnOriginals'
    | 'techniciansStart'
    | 'editorsStart'
  >
>

export async function getOwnOrganization({ orm }: Sql, id: string): Promise<Organization> {
  const [organization] = await orm.select().from(organizations).where(eq(organizations.id, id))
  if (!organization) throw notFound()
  return organization
}

/** Changes the settings of the caller's organization. @throws {OperationError} `precondition_failed`. */
export async function updateOrganization(
  tx: Tx,
  id: string,
  input: OrganizationInput,
  isExpected?: IsExpected<Organization>,
): Promise<Organization> {
  const [before] = await tx.orm
    .select()
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('no key update')
  if (!before) throw notFound()
  expectRecord(before, isExpected)
  const wanted = lowerCaseColour(input)
  if (changedFields(before, wanted).length === 0) return before
  const updated = await tx.orm
    .update(organizations)
    .set({ ...wanted, updatedAt: changeTime })
    .where(eq(organizations.id, id))
    .returning()
  return one(updated, 'the update of a locked organization')
}

function lowerCaseColour({ colour, ...input }: OrganizationInput): OrganizationInput {
  return colour === undefined ? input : { ...input, colour: colour?.toLowerCase() ?? null }
}

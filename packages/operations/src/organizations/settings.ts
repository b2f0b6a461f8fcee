import { one, type Sql } from '@mediajobs/db'
import { changeTime, logos, organizations } from '@mediajobs/db/schema'
import type { ChangePolicy, ChangeRule } from '@mediajobs/domain'
import type { Tx } from '@mediajobs/outbox'
import { eq } from 'drizzle-orm'
import { deleteLogo, findLogo, type Logo, logoOf } from '../logos.ts'
import type { CdnUrl } from '../previews.ts'
import { notFound, refusedField, refuseFields } from '../shared/errors.ts'
import { changedFields, expectRecord, type IsExpected } from '../shared/record.ts'
import { checkedZones, type TravelZoneInput } from '../travel-zones.ts'
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
    | 'deliveryNote'
    | 'contactEmail'
    | 'contactPhone'
    | 'showAddressOnOriginals'
    | 'techniciansStart'
    | 'editorsStart'
    | 'taxBasisPoints'
    | 'sizeUnit'
    | 'lockDownloads'
  >
> & { travelZones?: readonly TravelZoneInput[] | null; changePolicy?: ChangePolicyInput | null }

/** An organization, as its members see it. */
export interface OwnOrganization extends Organization {
  logo: Logo | null
}

export async function getOwnOrganization(
  { orm }: Sql,
  id: string,
  cdnUrl: CdnUrl,
): Promise<OwnOrganization> {
  const [found] = await orm
    .select()
    .from(organizations)
    .leftJoin(logos, eq(logos.organizationId, organizations.id))
    .where(eq(organizations.id, id))
  if (!found) throw notFound()
  return { ...found.organizations, logo: logoOf(found.logos, cdnUrl) }
}

/**
 * Changes the settings of the caller's organization.
 *
 * @throws {OperationError} `precondition_failed`; `invalid` and `not_found` for travel zones, as in `checkedZones`;
 *   `invalid` as in `checkedPolicy`.
 */
export async function updateOrganization(
  tx: Tx,
  id: string,
  { travelZones: sent, changePolicy: policy, ...input }: OrganizationInput,
  cdnUrl: CdnUrl,
  isExpected?: IsExpected<OwnOrganization>,
): Promise<OwnOrganization> {
  const changePolicy = policy ? checkedPolicy(policy) : policy
  const travelZones = sent ? await checkedZones(tx, id, sent) : sent
  const before = await lockOwn(tx, id, cdnUrl, isExpected)
  const wanted = {
    ...lowerCaseColour(input),
    ...(travelZones !== undefined && { travelZones }),
    ...(changePolicy !== undefined && { changePolicy }),
  }
  if (changedFields(before, wanted).length === 0) return before
  const updated = await tx.orm
    .update(organizations)
    .set({ ...wanted, updatedAt: changeTime })
    .where(eq(organizations.id, id))
    .returning()
  return { ...one(updated, 'the update of a locked organization'), logo: before.logo }
}

/** Removes the uploaded logo; a no-op without one. @throws {OperationError} `precondition_failed`. */
export async function deleteOwnLogo(
  tx: Tx,
  id: string,
  cdnUrl: CdnUrl,
  isExpected?: IsExpected<OwnOrganization>,
): Promise<void> {
  await lockOwn(tx, id, cdnUrl, isExpected)
  await deleteLogo(tx, id)
}

async function lockOwn(
  tx: Tx,
  id: string,
  cdnUrl: CdnUrl,
  isExpected: IsExpected<OwnOrganization>,
): Promise<OwnOrganization> {
  const [organization] = await tx.orm
    .select()
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('no key update')
  if (!organization) throw notFound()
  const own = { ...organization, logo: logoOf(await findLogo(tx, id), cdnUrl) }
  expectRecord(own, isExpected)
  return own
}

function lowerCaseColour({
  colour,
  ...input
}: Omit<OrganizationInput, 'travelZones' | 'changePolicy'>) {
  return colour === undefined ? input : { ...input, colour: colour?.toLowerCase() ?? null }
}

/** A rule has either `feeAmount` or `feeBasisPoints`. */
type ChangeRuleInput = Pick<ChangeRule, 'on' | 'withinHours'> &
  Partial<Pick<ChangeRule, 'feeAmount' | 'feeBasisPoints'>>

interface ChangePolicyInput extends Partial<Omit<ChangePolicy, 'rules'>> {
  rules?: readonly ChangeRuleInput[]
}

/**
 * The policy as stored, with every field.
 *
 * @throws {OperationError} `invalid` for a rule with neither or both kinds of fee, or an amount without a currency.
 */
function checkedPolicy({
  clientUntilHours = null,
  freeReschedules = 0,
  currency = null,
  rules: sent = [],
}: ChangePolicyInput): ChangePolicy {
  const rules = sent.map(({ on, withinHours, feeAmount = null, feeBasisPoints = null }) => ({
    on,
    withinHours,
    feeAmount,
    feeBasisPoints,
  }))
  refuseFields(
    rules.flatMap(({ feeAmount, feeBasisPoints }, i) =>
      (feeAmount === null) === (feeBasisPoints === null)
        ? [
            refusedField(
              `changePolicy.rules[${i}]`,
              feeAmount === null ? 'required' : 'not_allowed',
              `needs feeAmount or feeBasisPoints${feeAmount === null ? '' : ', not both'}`,
            ),
          ]
        : [],
    ),
  )
  const hasAmount = rules.some(({ feeAmount }) => feeAmount !== null)
  if (hasAmount && currency === null) {
    refuseFields([
      refusedField('changePolicy.currency', 'required', 'is required: a rule has a feeAmount'),
    ])
  }
  return { clientUntilHours, freeReschedules, currency, rules }
}

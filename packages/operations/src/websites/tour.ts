import { setImmediate } from 'node:timers/promises'
import { brandWordsOf } from '@mediajobs/domain'
import type { DeliveredMedia } from '../client-deliveries/delivered-media.ts'
import type { SiteSource } from './source.ts'

// Matches company names, whose words are too common to match one by one.
const BUSINESS =
  /&|\d|agency|bank|broker|build|develop|estate|group|home|house|legal|media|photo|propert|realt|studio|team/i

const FILES_AT_A_TIME = 50

type UnbrandedTexts = Pick<SiteSource['website'], 'headline' | 'description' | 'facts'> &
  Pick<SiteSource, 'address'> & {
    tours: SiteSource['website']['tours']
    notes: ReadonlyMap<string, string | null>
  }

/**
 * The staff's texts as the unbranded page shows them, and the fields it omits because they name the organization, a
 * contact or the customer, or contain an e-mail or web address or a phone number.
 * docs/contract.md#c23-unbranded-names
 */
export async function unbranded(
  { website, address, organization, customer }: SiteSource,
  files: readonly DeliveredMedia[],
): Promise<{ shown: UnbrandedTexts; omitted: string[] }> {
  const words = brandWordsOf([
    {
      names: [organization.name],
      emails: [organization.contactEmail],
      phones: [organization.contactPhone],
    },
    {
      names: [customer?.name],
      emails: [customer?.email],
      phones: [customer?.phone],
      isPerson: !BUSINESS.test(customer?.name ?? ''),
    },
    { names: [customer?.company], emails: [], phones: [] },
    ...website.contacts.map(({ name, licence, email, phone }) => ({
      names: [name, licence],
      emails: [email],
      phones: [phone],
      isPerson: true,
    })),
  ])
  const omitted: string[] = []
  const kept = <Text extends string | null>(path: string, text: Text) => {
    if (text === null || !words.isIn(text)) return text
    omitted.push(path)
    return null
  }
  const headline = kept('headline', website.headline)
  const description = kept('description', website.description)
  const facts = { ...website.facts, mlsNumber: kept('facts.mlsNumber', website.facts.mlsNumber) }
  const shownAddress = Object.fromEntries(
    Object.entries(address).map(([field, text]) => [field, kept(`address.${field}`, text)]),
  ) as typeof address
  const tours = website.tours.filter(({ unbrandedUrl }, i) => {
    if (unbrandedUrl === null) return false
    if (!words.areInUrl(unbrandedUrl)) return true
    omitted.push(`tours[${i}]`)
    return false
  })
  const notes = new Map<string, string | null>()
  for (const [n, { id, alteration }] of files.entries()) {
    notes.set(id, kept(`media.${id}.note`, alteration?.note ?? null))
    // Yields to other requests.
    if (n % FILES_AT_A_TIME === FILES_AT_A_TIME - 1) await setImmediate()
  }
  return { shown: { headline, description, facts, address: shownAddress, tours, notes }, omitted }
}

export async function omittedFromTour(
  source: SiteSource,
  files: readonly DeliveredMedia[],
): Promise<string[]> {
  return (await unbranded(source, files)).omitted
}

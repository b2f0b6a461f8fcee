import type { Schemas } from '@mediajobs/client'
import { currencyOf } from '../../currency.ts'
import { read, readList, readTagged, readTaggedIfAny, type Tagged } from '../read-record.ts'
import type { Customer, Media, Project } from '../records.ts'
import type { StaffVisit } from '../serve.ts'
import { requireMay } from '../staff.ts'
import { type Groups, groupsOf, isShown, type Website, type WebsiteBody } from './fields.ts'

export type Views = Schemas['WebsiteViews']

/** A request for the website's page. */
export interface WebsiteVisit extends StaffVisit {
  /** API paths of the project and its website. */
  project: string
  url: string
}

/** The page's data and its form. */
export interface Read {
  project: Project
  /** Undefined before it is first saved. */
  website: Tagged<Website> | undefined
  /** The saved website, or a proposal. */
  record: WebsiteBody
  /** The files that the website can show. */
  media: readonly Media[]
  groups: Groups
}

/** The project's website, for people who may change it. */
export async function readWebsite(visit: WebsiteVisit): Promise<Read> {
  const { staff } = visit
  requireMay(staff, 'putWebsite')
  const [{ body: project }, { data }, website] = await Promise.all([
    readTagged<Project>(staff, visit.project),
    readList<Media>(staff, `${visit.project}/media`),
    readTaggedIfAny<Website>(staff, visit.url),
  ])
  const media = data.filter(isShown)
  const record = website?.body ?? (await proposed(visit, project))
  return { project, website, record, media, groups: groupsOf(staff, media) }
}

/** The proposal for a new website, from the job's data. */
async function proposed({ staff }: WebsiteVisit, project: Project): Promise<WebsiteBody> {
  const { customerId, propertySize } = project
  const customer =
    customerId === null ? undefined : await read<Customer>(staff, `/customers/${customerId}`)
  return {
    headline: null,
    description: null,
    facts: {
      bedrooms: null,
      bathrooms: null,
      propertySize,
      lotSize: null,
      yearBuilt: null,
      priceAmount: null,
      currency: currencyOf(staff.organization.locale),
      mlsNumber: null,
    },
    contacts: customer ? [contactOf(customer)] : [],
    mediaIds: null,
    tours: [],
    leadForm: true,
    expiresAt: null,
  }
}

function contactOf({ name, company, phone, email }: Customer): Website['contacts'][number] {
  return { name, title: company, phone, email, licence: null, photoUrl: null }
}

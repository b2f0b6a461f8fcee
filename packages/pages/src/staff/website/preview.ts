import { languageOfLocale, localeIn } from '@mediajobs/domain'
import { readyPreview } from '../../delivery/view.ts'
import { formatFor } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { logoOf } from '../../layout.ts'
import { sendPage } from '../../send-page.ts'
import { sitePage } from '../../site/page.ts'
import { TEXTS as SITE } from '../../site/texts.ts'
import type { Site } from '../../site/view.ts'
import { rootOf } from '../own-address.ts'
import { urlsOf } from '../project/files.ts'
import { sentValues } from '../records/form.ts'
import type { Media } from '../records.ts'
import { bodyOf, fieldsOf, type WebsiteBody } from './fields.ts'
import { type Read, readWebsite, type WebsiteVisit } from './read.ts'

/** The branded page with the form's values, for the preview frame. docs/contract.md#c23-form */
export async function sendPreview(visit: WebsiteVisit) {
  const { request, reply, staff } = visit
  const read = await readWebsite(visit)
  const body = request.method === 'POST' ? sentBody(visit, read) : read.record
  const { locale } = staff.organization
  const language = languageOfLocale(locale)
  const site = siteOf(visit, read, body)
  const view = {
    property: site,
    site,
    here: '',
    tour: 0,
    isSent: false,
    isPreview: true,
    language,
    texts: SITE[language],
    format: formatFor(localeIn(language, locale), null),
  }
  return sendPage(request, reply, {
    ...sitePage(view, site, {
      root: rootOf(request),
      url: request.server.host.deliveryBaseUrl,
    }),
    urls: urlsOf(read.media),
    logoUrls: [site.organization.logoUrl, ...site.contacts.map(({ photoUrl }) => photoUrl)],
    frameAncestors: [],
  })
}

/** The form's values. Invalid fields fall back to the saved values. */
function sentBody({ request }: WebsiteVisit, { record, groups }: Read): WebsiteBody {
  return bodyOf(record, sentValues(formOf(request), fieldsOf(groups)).values)
}

function siteOf({ staff }: WebsiteVisit, { project, media }: Read, body: WebsiteBody): Site {
  const { organization } = staff
  const { addressLine1, addressLine2, city, region, postalCode, countryCode } = project
  const byId = new Map(media.map((each) => [each.id, each]))
  const shown = body.mediaIds?.flatMap((id) => byId.get(id) ?? []) ?? media
  const of = (type: Media['type']) => shown.filter((each) => each.type === type).flatMap(itemOf)
  return {
    headline: body.headline,
    description: body.description,
    address: { addressLine1, addressLine2, city, region, postalCode, countryCode },
    facts: body.facts,
    sizeUnit: organization.sizeUnit,
    contacts: body.contacts,
    tours: body.tours,
    photos: of('PHOTO'),
    videos: of('VIDEO'),
    floorPlans: of('FLOORPLAN'),
    leadForm: body.leadForm,
    publishedAt: null,
    organization: { ...organization, logoUrl: logoOf(organization) },
  }
}

function itemOf({ id, type, contentType, cdnUrl, preview, alteration }: Media): Site['photos'] {
  const made = readyPreview({ preview })
  // Like the API, leaves out photos without derivatives.
  if (!made && type === 'PHOTO') return []
  const { thumbUrl = null, mediumUrl = null, gridUrl = null, largeUrl = null } = made ?? {}
  const { width = null, height = null, colour = null } = made ?? {}
  const picture = { width, height, colour, thumbUrl, mediumUrl, gridUrl, largeUrl }
  return [{ id, type, contentType, url: cdnUrl, ...picture, alteration, originalsUrl: null }]
}

import { languageOfLocale, localeIn } from '@mediajobs/domain'
import type { ErrorBody } from '../../call-api.ts'
import { readyPreview } from '../../delivery/view.ts'
import { formatFor } from '../../format.ts'
import { formOf } from '../../forms.ts'
import { logoOf } from '../../layout.ts'
import { sendPage } from '../../send-page.ts'
import { sitePage } from '../../site/page.ts'
import { TEXTS as SITE } from '../../site/texts.ts'
import type { Site } from '../../site/view.ts'
import { change } from '../change.ts'
import { refusal } from '../list.ts'
import { rootOf } from '../own-address.ts'
import { urlsOf } from '../project/files.ts'
import { type Problems, sentValues } from '../records/form.ts'
import { save } from '../records/save.ts'
import type { Media } from '../records.ts'
import { recordRefusal } from '../send-staff-page.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { bodyOf, fieldsOf, type Website, type WebsiteBody } from './fields.ts'
import { showWebsite } from './page.ts'
import { type Read, readWebsite, type WebsiteVisit } from './read.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/projects/{id}/website`. docs/contract.md#c23-form */
export const websitePages = pagesAt<WebsiteVisit>(
  '/projects',
  {
    'GET /:id/website': (visit) => showWebsite(visit),
    'POST /:id/website': saveWebsite,
    'GET /:id/website/preview': sendPreview,
    'POST /:id/website/preview': sendPreview,
    'POST /:id/website/unpublish': unpublish,
  },
  (visit: StaffVisit) => {
    const project = `/projects/${visit.id}`
    const url = `${project}/website`
    return { ...visit, project, url, here: `${visit.home}${url}` }
  },
)

/** A version that no website has, so the save is refused as a conflict. */
const OTHER_VERSION = '"new"'

async function saveWebsite(visit: WebsiteVisit) {
  const { reply, here, url } = visit
  const { website, record, groups } = await readWebsite(visit)
  const form = formOf(visit.request)
  const isPublishing = form.text('next') === 'publish'
  // Someone else has just created the website.
  const isNewTwice = website !== undefined && form.text('if-match') === undefined
  return save<Website>({
    visit,
    fields: fieldsOf(groups),
    method: 'PUT',
    url,
    // A PUT replaces the whole website, so unchanged fields come from the record.
    payloadOf: (changed) => bodyOf(record, changed),
    ifMatch: isNewTwice ? OTHER_VERSION : undefined,
    savesSame: isPublishing || website === undefined,
    done: (_, etag) =>
      isPublishing ? publish(visit, etag) : reply.redirect(`${here}?done=saved`, 303),
    // A chosen file may have been deleted since.
    showsFormOn404: true,
    refuse: (problems: Problems) => showWebsite(visit, { problems }),
  })
}

/** Publishes what was just saved. */
async function publish(visit: WebsiteVisit, etag: string) {
  const { reply, staff, here, url } = visit
  const response = await staff.call<Website & ErrorBody>({
    method: 'POST',
    url: `${url}/publish`,
    payload: {},
    ifMatch: etag,
  })
  if (response.status === 200) return reply.redirect(`${here}?done=published`, 303)
  recordRefusal(visit, response)
  return showWebsite(visit, { notice: refusal(response.body, TEXTS.refused) })
}

function unpublish(visit: WebsiteVisit) {
  const { reply, here, url } = visit
  const done = () => reply.redirect(`${here}?done=unpublished`, 303)
  const { offline, live } = TEXTS.conflict
  return change<Website>(visit, {
    call: { method: 'POST', url: `${url}/unpublish`, payload: {} },
    done,
    refuse: ({ body }) => showWebsite(visit, { notice: refusal(body) }),
    compared: {
      url,
      texts: ({ status }) => [offline, status === 'LIVE' ? live : offline],
      same: done,
      back: here,
    },
  })
}

/** The branded page with the form's values, for the preview frame. docs/contract.md#c23-form */
async function sendPreview(visit: WebsiteVisit) {
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

import type { ErrorBody } from '../../call-api.ts'
import { formOf } from '../../forms.ts'
import { change } from '../change.ts'
import { refusal } from '../list.ts'
import type { Problems } from '../records/form.ts'
import { save } from '../records/save.ts'
import { recordRefusal } from '../send-staff-problem.ts'
import { pagesAt, type StaffVisit } from '../serve.ts'
import { bodyOf, fieldsOf, type Website } from './fields.ts'
import { showWebsite } from './page.ts'
import { sendPreview } from './preview.ts'
import { readWebsite, type WebsiteVisit } from './read.ts'
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
  const isPublished = form.text('next') === 'publish'
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
    savesSame: isPublished || website === undefined,
    done: (_, etag) =>
      isPublished ? publish(visit, etag) : reply.redirect(`${here}?done=saved`, 303),
    // A file deleted since.
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

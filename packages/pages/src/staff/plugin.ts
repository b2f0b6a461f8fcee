import type { FastifyPluginAsync } from 'fastify'
import { PageError } from '../errors.ts'
import { acceptForms } from '../forms.ts'
import { accountPages, homePages } from './account/account.ts'
import { type Auth, ownSite, STAFF, sessionCookie } from './auth.ts'
import { boardPages } from './board/routes.ts'
import { bookingPages } from './booking/routes.ts'
import { calendarPages } from './calendar/routes.ts'
import { callRoutes } from './call/routes.ts'
import { catalogueHome, cataloguePages } from './catalogue/routes.ts'
import { customerGroupPages } from './customer-groups/routes.ts'
import { customerPages } from './customers/customers.ts'
import { developerPages } from './developers/routes.ts'
import { requireMember, requirePerson, staffOfRequest } from './enter.ts'
import { importPages } from './imports/routes.ts'
import { invitationPages } from './invitation/invitation.ts'
import { firstSectionOf } from './navigation.ts'
import { orderFormPages } from './order-forms/routes.ts'
import { orderPages } from './orders/routes.ts'
import { peoplePages } from './people/routes.ts'
import { projectPages } from './project/routes.ts'
import { RefusedRead } from './read-record.ts'
import { reportPages } from './reports/routes.ts'
import { sendStaffProblem } from './send-staff-page.ts'
import { changePolicyPages } from './settings/change-policy.ts'
import { logoPages, settingsPages } from './settings/settings.ts'
import { travelZonePages } from './settings/zones.ts'
import { signInPages } from './sign-in.ts'
import { startPages } from './start/routes.ts'
import { todayPages } from './today/routes.ts'
import { uploadPages } from './upload/page.ts'
import { websitePages } from './website/routes.ts'

/** The pages of an organization, each below `/app/:organizationId/`. */
const ORGANIZATION_PAGES: readonly FastifyPluginAsync[] = [
  todayPages,
  projectPages,
  uploadPages,
  websitePages,
  customerPages,
  customerGroupPages,
  peoplePages,
  settingsPages,
  logoPages,
  travelZonePages,
  changePolicyPages,
  catalogueHome,
  cataloguePages,
  importPages,
  boardPages,
  startPages,
  bookingPages,
  calendarPages,
  developerPages,
  orderPages,
  orderFormPages,
  reportPages,
]

/** The staff pages. docs/contract.md#c12-staff */
export const staffPages: FastifyPluginAsync = async (app) => {
  const site = ownSite(app.host.deliveryBaseUrl)
  const auth: Auth = { site, cookie: sessionCookie(!site.isLocal) }
  await app.register(callRoutes, auth)
  await app.register(htmlPages, auth)
}

const htmlPages: FastifyPluginAsync<Auth> = async (app, auth) => {
  app.removeAllContentTypeParsers()
  acceptForms(app)
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST') auth.site.refuseOthers(request)
  })
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof RefusedRead) return sendStaffProblem({ request, reply }, error.response)
    const response = await app.host.refusalOf(error, request)
    if (response.status >= 500)
      request.log.error({ requestId: request.id, err: error }, 'a page failed')
    return sendStaffProblem({ request, reply }, response)
  })
  app.decorateRequest('staff', null)
  app.decorateRequest('person', null)
  await app.register(signInPages, auth)
  await app.register(invitationPages, auth)
  await app.register(personPages, auth)
  await app.register(organizationPages, auth)
}

const personPages: FastifyPluginAsync<Auth> = async (app, auth) => {
  requirePerson(app, auth.cookie)
  await app.register(homePages)
  await app.register(accountPages, auth)
}

const organizationPages: FastifyPluginAsync<Auth> = async (app, options) => {
  requireMember(app, options)
  for (const pages of ORGANIZATION_PAGES) await app.register(pages)
  app.get('/app/:organizationId', STAFF, async (request, reply) => {
    const staff = staffOfRequest(request)
    return reply.redirect(`./${staff.organization.id}/${firstSectionOf(staff) ?? ''}`, 303)
  })
  app.route({
    ...STAFF,
    method: ['GET', 'POST'],
    url: '/app/:organizationId/*',
    async handler() {
      throw new PageError(404, 'not_found', 'Not found.')
    },
  })
}

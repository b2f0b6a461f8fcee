import type { FastifyPluginAsync } from 'fastify'
import { errorBody, HttpError, problemOf } from '../../errors.ts'
import { takeForms } from '../forms.ts'
import { accountPages } from './account/routes.ts'
import { callRoutes } from './call/routes.ts'
import { customerPages } from './customers/routes.ts'
import { type Door, STAFF } from './door.ts'
import { requireMember, requirePerson, staffOfRequest } from './enter.ts'
import { invitationPages } from './invitation/routes.ts'
import { sectionsOf } from './navigation.ts'
import { homePages } from './organizations/routes.ts'
import { ownSite } from './own-site.ts'
import { projectPages } from './project/routes.ts'
import { sendPersonProblem, sendStaffProblem } from './send-staff-problem.ts'
import { sessionCookie } from './session-cookie.ts'
import { signInPages } from './sign-in/routes.ts'
import { todayPages } from './today/routes.ts'
import { type UploadOptions, uploadPages } from './upload/routes.ts'

export interface StaffOptions extends UploadOptions {
  /** Where clients open their deliveries: its origin is the one of the staff pages too. */
  deliveryBaseUrl: string
}

/** The pages of an organization, each below `/app/:organizationId/`. */
const ORGANIZATION_PAGES: readonly FastifyPluginAsync[] = [todayPages, projectPages, customerPages]

/** The pages for the people of organizations. docs/contract.md#c12-staff */
export const staffPages: FastifyPluginAsync<StaffOptions> = async (
  app,
  { deliveryBaseUrl, uploadOrigin },
) => {
  const site = ownSite(deliveryBaseUrl)
  const door: Door = { site, cookie: sessionCookie(!site.isLocal) }
  await app.register(callRoutes, door)
  await app.register(htmlPages, { ...door, uploadOrigin })
}

const htmlPages: FastifyPluginAsync<Door & UploadOptions> = async (app, door) => {
  app.removeAllContentTypeParsers()
  takeForms(app)
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST') door.site.refuseOthers(request)
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error, ['application/x-www-form-urlencoded'])
    if (problem.statusCode >= 500) request.log.error({ err: error }, 'a page failed')
    const { statusCode: status, retryAfterSeconds } = problem
    const headers = { 'retry-after': retryAfterSeconds }
    const response = { status, headers, body: errorBody(problem, request.id) }
    const { staff } = request
    return staff
      ? sendStaffProblem(request, reply, staff, response)
      : sendPersonProblem(request, reply, response)
  })
  app.decorateRequest('staff', null)
  app.decorateRequest('person', null)
  await app.register(signInPages, door)
  await app.register(invitationPages, door)
  await app.register(personPages, door)
  await app.register(organizationPages, door)
}

const personPages: FastifyPluginAsync<Door> = async (app, door) => {
  requirePerson(app, door.cookie)
  await app.register(homePages)
  await app.register(accountPages, door)
}

const organizationPages: FastifyPluginAsync<Door & UploadOptions> = async (
  app,
  { cookie, uploadOrigin },
) => {
  requireMember(app, cookie)
  for (const pages of ORGANIZATION_PAGES) await app.register(pages)
  await app.register(uploadPages, { uploadOrigin })
  app.get('/app/:organizationId', STAFF, async (request, reply) => {
    const staff = staffOfRequest(request)
    const [first] = sectionsOf(staff)
    return reply.redirect(`./${staff.organization.id}/${first ?? ''}`, 303)
  })
  app.route({
    ...STAFF,
    method: ['GET', 'POST'],
    url: '/app/:organizationId/*',
    async handler() {
      throw new HttpError(404, 'not_found', 'There is nothing at this address.')
    },
  })
}

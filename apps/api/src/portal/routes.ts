import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  MAX_PORTAL_SESSIONS,
  MAX_PORTAL_SIGN_INS_OF_ADDRESS,
  MAX_PORTAL_SIGN_INS_OF_NETWORK,
  PORTAL_SESSION_DAYS,
} from '@mediajobs/domain'
import { admitClient, type DeliveryLinks } from '@mediajobs/operations/client-deliveries'
import {
  acceptPortalSignIn,
  getPortalSignIn,
  getPortalStudio,
  requestPortalSignIn,
} from '@mediajobs/operations/portal'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { PortalStudio } from '../vocabulary/portal.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { portalRecordRoutes } from './records.ts'
import {
  CreatePortalSessionBody,
  NewPortalSession,
  PortalSignIn,
  PortalSignInRequested,
  RequestPortalSignInBody,
  SignInParams,
} from './schemas.ts'

const docs = operationDocs({
  getPortal: {
    summary: 'Get the organization of a customer portal',
    description: 'Returns what the customer portal shows before sign-in.',
  },
  requestPortalSignIn: {
    examples: {
      customer: {
        email: 'ann@example.com',
        organizationId: '01980d3e-4b7a-7c21-9f0e-5a6b7c8d9e0f',
      },
    },
    summary: "Request a customer's sign-in mail",
    description:
      'Mails a link that signs a customer in once, within 15 minutes, if a customer of the organization has the email. The ' +
      'response is the same for every email. Without `SMTP_URL` the service sends no mail, and `sendsMail` is false.',
    // The organization may have moved to another cell.
    takesToken: true,
    problems: {
      404: 'No such organization: `not_found`',
      429: `More than ${MAX_PORTAL_SIGN_INS_OF_ADDRESS} requests an hour for an email, or ${MAX_PORTAL_SIGN_INS_OF_NETWORK} from a network: \`rate_limited\``,
    },
  },
  getPortalSignIn: {
    summary: 'Check a sign-in link',
    description:
      'Returns whom a link would sign in, without using it up: mail scanners open links. An unknown, expired or used link is a 404.',
  },
  createPortalSession: {
    examples: { customer: { token: 'the-token-of-the-mail' } },
    summary: 'Sign a customer in',
    description: `Signs a customer in with the token of the mail, for ${PORTAL_SESSION_DAYS} days, and invalidates their other links. The access token is a credential only for the other operations below /portal. A customer has at most ${MAX_PORTAL_SESSIONS} live sessions; one more ends the oldest.`,
    takesToken: true,
    problems: {
      401: 'The token is unknown, expired or used: `sign_in_link_refused`',
    },
  },
})

/** A customer's sign-in and records. docs/contract.md#c22-sign-in */
export const portalRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (app, options) => {
  const { sendsMail, cdnUrl } = options
  const { on, get } = operationsOf(app)

  get(
    '/portal/organizations/:id',
    PUBLIC,
    { ...docs.getPortal, response: { 200: PortalStudio } },
    ({ store, params }) => getPortalStudio(store.sql, params.id, cdnUrl),
  )

  on(
    'POST',
    '/portal/sign-ins',
    PUBLIC,
    {
      ...docs.requestPortalSignIn,
      body: RequestPortalSignInBody,
      response: { 202: PortalSignInRequested },
    },
    async ({ store, body, ip }) => {
      if (sendsMail) await requestPortalSignIn(store.sql, body, ip)
      return { sendsMail }
    },
  )

  await app.register(linkRoutes, options)
  await app.register(portalRecordRoutes, options)
}

const linkRoutes: FastifyPluginAsyncTypebox<DeliveryLinks> = async (app, { cdnUrl }) => {
  const { get, post } = operationsOf(app)

  // Limits calls per network, so tokens can't be guessed.
  app.addHook('onRequest', ({ store, ip }) => admitClient(store.sql, ip))

  get(
    '/portal/sign-ins/:token',
    PUBLIC,
    { ...docs.getPortalSignIn, params: SignInParams, response: { 200: PortalSignIn } },
    ({ store, params }) => getPortalSignIn(store.sql, params.token, cdnUrl),
  )

  post(
    '/portal/sessions',
    PUBLIC,
    {
      ...docs.createPortalSession,
      body: CreatePortalSessionBody,
      response: { 201: NewPortalSession },
    },
    (tx, { body }) => acceptPortalSignIn(tx, body.token),
  )
}

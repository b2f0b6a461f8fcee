import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Role, WEBSITE_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import {
  getWebsite,
  getWebsiteViews,
  listLeads,
  publishWebsite,
  putWebsite,
  unpublishWebsite,
  type WebsiteLinks,
} from '@mediajobs/operations/websites'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { actorOf, allow, contentTag, ifMatchOf, operationsOf } from '../vocabulary/routes.ts'
import { EmptyBody, listOf } from '../vocabulary/schemas.ts'
import { Lead, Website, WebsiteBody, WebsiteViews } from './schemas.ts'

const BLOCKED =
  'No delivery is in force: `no_delivery_in_force`; it awaits payment: `delivery_locked`; `expiresAt` has passed: `website_expired`'

const docs = operationDocs({
  getWebsite: {
    summary: 'Get the website of a project',
    description:
      'Returns the property website of a project, for ADMIN, MANAGER and the assigned EDITOR. 404 if there is none.',
  },
  putWebsite: {
    examples: { least: { headline: 'Light on three sides' }, all: exampleOf(WEBSITE_FIELDS) },
    summary: 'Create or replace the website of a project',
    description:
      'Creates the property website of a project as a DRAFT, or replaces its content: omitted fields become empty. A LIVE one changes immediately. The client’s approval makes a DRAFT LIVE.',
  },
  publishWebsite: {
    summary: 'Publish a website',
    description:
      'Makes a website LIVE, which opens both pages. Fires WEBSITE_PUBLISHED. A no-op for a LIVE one.',
    problems: { 409: BLOCKED },
  },
  unpublishWebsite: {
    summary: 'Unpublish a website',
    description:
      'Takes a website OFFLINE: both pages return 404. Fires WEBSITE_UNPUBLISHED if it was LIVE. A DRAFT becomes OFFLINE too, and the client’s approval no longer makes it LIVE.',
  },
  getWebsiteViews: {
    summary: 'Get the views of a website',
    description: 'Returns the views of both pages by day. Nothing about visitors is stored.',
  },
  listLeads: {
    summary: 'List the leads of a project',
    description:
      'Lists messages from visitors of the website, newest first. Each is erased after 30 days.',
  },
})

// Only the assigned EDITOR: docs/contract.md#c23-roles
const EDITING: readonly Role[] = ['ADMIN', 'MANAGER', 'EDITOR']
const READ = allow('READ', EDITING)
const WRITE = allow('WRITE', EDITING)
const etag = contentTag(Website, 'brandedUrl', 'unbrandedUrl')

/** A project's website, for staff: docs/contract.md#c23 */
export const websiteRoutes: FastifyPluginAsyncTypebox<WebsiteLinks> = async (app, links) => {
  const { on, get, post } = operationsOf(app)

  get(
    '/projects/:id/website',
    { ...READ, etag },
    { ...docs.getWebsite, response: { 200: Website } },
    (request) => getWebsite(request.store.sql, actorOf(request), request.params.id, links),
  )

  on(
    'PUT',
    '/projects/:id/website',
    { ...WRITE, etag },
    { ...docs.putWebsite, body: WebsiteBody, response: { 200: Website } },
    (request) =>
      request.store.transaction((tx) =>
        putWebsite(
          tx,
          actorOf(request),
          request.params.id,
          request.body,
          links,
          ifMatchOf(request),
        ),
      ),
  )

  post(
    '/projects/:id/website/publish',
    { ...WRITE, etag },
    { ...docs.publishWebsite, body: EmptyBody, response: { 200: Website } },
    (tx, request) =>
      publishWebsite(tx, actorOf(request), request.params.id, links, ifMatchOf(request)),
  )

  post(
    '/projects/:id/website/unpublish',
    { ...WRITE, etag },
    { ...docs.unpublishWebsite, body: EmptyBody, response: { 200: Website } },
    (tx, request) =>
      unpublishWebsite(tx, actorOf(request), request.params.id, links, ifMatchOf(request)),
  )

  get(
    '/projects/:id/website/views',
    READ,
    { ...docs.getWebsiteViews, response: { 200: WebsiteViews } },
    (request) => getWebsiteViews(request.store.sql, actorOf(request), request.params.id),
  )

  get('/projects/:id/leads', READ, { ...docs.listLeads, ...listOf(Lead) }, (request) =>
    listLeads(request.store.sql, actorOf(request), request.params.id, request.query),
  )
}

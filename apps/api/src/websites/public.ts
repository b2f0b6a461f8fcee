import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { LEAD_FIELDS, type WebsitePage } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import { admitClient } from '@mediajobs/operations/client-deliveries'
import { OperationError } from '@mediajobs/operations/errors'
import {
  countSiteView,
  getSite,
  getSiteMediaUrl,
  getTour,
  receiveLead,
  type WebsiteLinks,
} from '@mediajobs/operations/websites'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitLinks } from '../plugins/link-calls.ts'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { PublicIdParams, SLOWED } from '../vocabulary/public.ts'
import { operationsOf, PUBLIC } from '../vocabulary/routes.ts'
import { EmptyBody } from '../vocabulary/schemas.ts'
import { LeadBody, Site, SiteMediaParams, SiteMediaQuery, Tour } from './schemas.ts'

const PROBLEMS = {
  404: 'The website is unknown, not LIVE, expired, or its delivery is locked: `not_found`',
  ...SLOWED,
}
const MEDIA =
  'Redirects to the file in the store, which supports `Range`. The URL works while the page does.'
const VIEW =
  'Counts a page view, and stores nothing about the visitor. The page sends it after two seconds in view.'

const docs = operationDocs({
  getSite: {
    about: 'A property website, as shown to visitors.',
    summary: 'Open a property website',
    description:
      'Returns what the branded page of a property shows: files, facts, tours, contacts and organization. Open to anyone with the URL.',
    problems: PROBLEMS,
  },
  getTour: {
    about: 'The unbranded page of a property, for an MLS.',
    summary: 'Open the unbranded page of a property',
    description:
      'Returns what the page for an MLS shows. Names no organization, agent, contact or customer, and links nowhere except to its tours.',
    problems: PROBLEMS,
  },
  getSiteMedia: {
    summary: 'Get a file of a property website',
    description: MEDIA,
    problems: PROBLEMS,
  },
  getTourMedia: {
    summary: 'Get a file of an unbranded page',
    description: MEDIA,
    problems: PROBLEMS,
  },
  countSiteView: {
    summary: 'Count a view of a property website',
    description: VIEW,
    problems: PROBLEMS,
  },
  countTourView: {
    summary: 'Count a view of an unbranded page',
    description: VIEW,
    problems: PROBLEMS,
  },
  sendLead: {
    examples: {
      least: { name: 'Sam Doe', phone: '+1 217 555 0123' },
      all: exampleOf(LEAD_FIELDS),
    },
    summary: 'Write to the contacts of a property website',
    description:
      'Accepts a visitor’s message with an email or a phone number, and mails it to the contacts of the website. Fires LEAD_RECEIVED. Erased after 30 days.',
    problems: {
      404: `${PROBLEMS[404]}; or it has no form`,
      429: `${PROBLEMS[429]}; five messages from this network within an hour`,
    },
  },
})

/** The pages of a property website, as JSON: docs/contract.md#c23-pages */
export const siteRoutes: FastifyPluginAsyncTypebox<WebsiteLinks> = async (app, links) => {
  admitLinks(app)
  const { get, on, post } = operationsOf(app)
  const params = PublicIdParams

  get('/sites/:publicId', PUBLIC, { ...docs.getSite, params, response: { 200: Site } }, (request) =>
    getSite(request.store.sql, request.params.publicId, links),
  )

  get('/tours/:publicId', PUBLIC, { ...docs.getTour, params, response: { 200: Tour } }, (request) =>
    getTour(request.store.sql, request.params.publicId, links),
  )

  post(
    '/sites/:publicId/views',
    PUBLIC,
    { ...docs.countSiteView, params, body: EmptyBody },
    (tx, request) => countSiteView(tx, 'BRANDED', request.params.publicId),
  )

  post(
    '/tours/:publicId/views',
    PUBLIC,
    { ...docs.countTourView, params, body: EmptyBody },
    (tx, request) => countSiteView(tx, 'UNBRANDED', request.params.publicId),
  )

  on(
    'POST',
    '/sites/:publicId/leads',
    PUBLIC,
    { ...docs.sendLead, params, body: LeadBody },
    ({ store, params, body, ip }) => receiveLead(store, params.publicId, body, ip),
  )
}

/**
 * The files of both pages. A page has hundreds, so calls count toward the general limit of their network; only those for
 * unknown files also count as guesses, as for delivery tokens. docs/contract.md#c23-media
 */
export const siteMediaRoutes: FastifyPluginAsyncTypebox<WebsiteLinks> = async (app, links) => {
  // Redirects to another cell, because a browser loading a picture can't act on the error that names the cell.
  const config = { ...PUBLIC, isLink: true }
  const schema = {
    params: SiteMediaParams,
    querystring: SiteMediaQuery,
    response: { 307: Type.Null() },
  }

  const redirect =
    (page: WebsitePage) =>
    async (
      request: FastifyRequest<{
        Params: { publicId: string; mediaId: string }
        Querystring: { size?: (typeof SiteMediaQuery)['static']['size'] }
      }>,
      reply: FastifyReply,
    ) => {
      const { store, params, query } = request
      try {
        const url = await getSiteMediaUrl(store.sql, page, params, query.size, links.cdnUrl)
        return await reply.redirect(url, 307)
      } catch (error) {
        if (error instanceof OperationError && error.kind === 'not_found') {
          await admitClient(store.sql, request.ip)
        }
        throw error
      }
    }

  app.get(
    '/sites/:publicId/media/:mediaId',
    { config, schema: { ...docs.getSiteMedia, ...schema } },
    redirect('BRANDED'),
  )
  app.get(
    '/tours/:publicId/media/:mediaId',
    { config, schema: { ...docs.getTourMedia, ...schema } },
    redirect('UNBRANDED'),
  )
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MANAGING_ROLES, MAX_VISITS, PROJECT_FIELDS, VISIT_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import {
  createVisit,
  getVisit,
  listProjectVisits,
  listVisits,
  updateVisit,
} from '@mediajobs/operations/projects'
import { type Static, Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import {
  createBody,
  recordProperties,
  recordSchema,
  updateBody,
} from '../vocabulary/record-schemas.ts'
import { allow, ifMatchOf, operationsOf, orgOf, versionTag } from '../vocabulary/routes.ts'
import {
  Described,
  IdFilter,
  IdParams,
  listOf,
  Named,
  OneOf,
  PageOf,
  PageQuery,
  SentId,
  SentInstant,
} from '../vocabulary/schemas.ts'

const Visit = recordSchema('Visit', VISIT_FIELDS)
const CreateVisitBody = createBody('CreateVisitBody', VISIT_FIELDS)
const UpdateVisitBody = updateBody('UpdateVisitBody', VISIT_FIELDS)

const VisitedProject = Type.Pick(Type.Object(recordProperties(PROJECT_FIELDS)), [
  'status',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'countryCode',
  'customerId',
  'packageId',
  'editorId',
  'projectManagerId',
])

const VisitOfProject = Named('VisitOfProject', {
  ...Visit.properties,
  project: Named('VisitedProject', VisitedProject.properties),
})

const VisitQuery = Type.Object({
  technicianId: IdFilter('Of this technician'),
  scheduledFrom: Type.Optional(Described(SentInstant, 'At or after this time')),
  scheduledTo: Type.Optional(Described(SentInstant, 'At or before this time')),
  ...PageQuery,
  unassigned: Type.Optional(
    Described(OneOf(['technician'], 'UnassignedVisits'), 'Without a technician'),
  ),
})

const VisitParams = Type.Object({
  ...IdParams.properties,
  visitId: Described(SentId, 'The id of the visit'),
})

const MIRROR =
  'The project’s `scheduledTime`, `estimatedDuration` and `technicianId` are those of its first PLANNED visit.'

const docs = operationDocs({
  createVisit: {
    examples: {
      least: { kind: 'RESHOOT', scheduledTime: '2026-05-08T09:30:00Z' },
      all: exampleOf(VISIT_FIELDS),
    },
    summary: 'Add a visit to a project',
    description: `Adds an appointment to a project. The first one also turns the project’s existing appointment into a visit. ${MIRROR} Fires PROJECT_ASSIGNED if that changes its technician.`,
    problems: { 409: `The project has ${MAX_VISITS} visits: \`too_many_visits\`` },
  },
  listProjectVisits: {
    summary: 'List the visits of a project',
    description: 'Lists the visits of a project, newest first.',
  },
  getVisit: { summary: 'Get a visit', description: 'Returns one visit of a project.' },
  updateVisit: {
    examples: { done: { status: 'DONE' } },
    summary: 'Change a visit',
    description: `Changes the given fields of a visit; \`null\` clears one. ${MIRROR} Fires PROJECT_ASSIGNED if that changes its technician.`,
    problems: {
      409: 'It is the only visit of the project that is not cancelled: `last_visit`',
    },
  },
  listVisits: {
    about: 'Additional appointments of projects.',
    summary: 'List additional visits',
    description:
      'Lists visits that aren’t mirrored in their project’s own fields, earliest first, excluding CANCELLED ones and those of CANCELLED projects.',
  },
})

const READ = allow('READ')
const MANAGE = allow('WRITE', MANAGING_ROLES)
const etag = versionTag

function pathOf({ id: projectId, visitId }: Static<typeof VisitParams>) {
  return { projectId, visitId }
}

export const visitRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post, patch } = operationsOf(app)

  post(
    '/projects/:id/visits',
    { ...MANAGE, etag },
    { ...docs.createVisit, body: CreateVisitBody, response: { 201: Visit } },
    (tx, request) => createVisit(tx, orgOf(request), request.params.id, request.body),
  )

  get('/projects/:id/visits', READ, { ...docs.listProjectVisits, ...listOf(Visit) }, (request) =>
    listProjectVisits(request.store.sql, orgOf(request), request.params.id, request.query),
  )

  get(
    '/projects/:id/visits/:visitId',
    { ...READ, etag },
    { ...docs.getVisit, params: VisitParams, response: { 200: Visit } },
    (request) => getVisit(request.store.sql, orgOf(request), pathOf(request.params)),
  )

  patch(
    '/projects/:id/visits/:visitId',
    { ...MANAGE, etag },
    {
      ...docs.updateVisit,
      params: VisitParams,
      body: UpdateVisitBody,
      response: { 200: Visit },
    },
    (tx, request) =>
      updateVisit(tx, orgOf(request), pathOf(request.params), request.body, ifMatchOf(request)),
  )

  get(
    '/visits',
    READ,
    { ...docs.listVisits, querystring: VisitQuery, response: { 200: PageOf(VisitOfProject) } },
    (request) => listVisits(request.store.sql, orgOf(request), request.query),
  )
}

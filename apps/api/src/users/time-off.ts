import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MAX_TIME_OFF, TIME_OFF_FIELDS } from '@mediajobs/domain'
import { exampleOf } from '@mediajobs/domain/fields'
import {
  createTimeOff,
  deleteTimeOff,
  getTimeOff,
  listTimeOff,
  updateTimeOff,
} from '@mediajobs/operations/time-off'
import { type Static, Type } from '@sinclair/typebox'
import { operationDocs } from '../vocabulary/operation-docs.ts'
import { createBody, recordSchema, updateBody } from '../vocabulary/record-schemas.ts'
import { actorOf, allow, contentTag, ifMatchOf, operationsOf } from '../vocabulary/routes.ts'
import {
  Described,
  IdParams,
  PageOf,
  PageQuery,
  SentId,
  SentInstant,
} from '../vocabulary/schemas.ts'

const CreateTimeOffBody = createBody('CreateTimeOffBody', TIME_OFF_FIELDS)
const UpdateTimeOffBody = updateBody('UpdateTimeOffBody', TIME_OFF_FIELDS)
const TimeOff = recordSchema('TimeOff', TIME_OFF_FIELDS)

const TimeOffQuery = Type.Object({
  from: Type.Optional(Described(SentInstant, 'Ending later than this')),
  to: Type.Optional(Described(SentInstant, 'Beginning earlier than this')),
  ...PageQuery,
})

const EntryParams = Type.Object({
  ...IdParams.properties,
  timeOffId: Described(SentId, 'The id of the time-off entry'),
})

const OWN = 'The scope or the role is missing; `role_forbids` also for the time off of another user'

const docs = operationDocs({
  createTimeOff: {
    examples: {
      least: { startsAt: '2026-08-03T09:00:00Z', endsAt: '2026-08-03T12:00:00Z' },
      all: exampleOf(TIME_OFF_FIELDS),
    },
    summary: 'Create time off',
    description:
      'Creates a period when a user can’t be booked: availability excludes it. Assigned projects stay, and more can ' +
      'still be assigned. Users may create their own, ADMIN and MANAGER also that of users not above them.',
    problems: {
      403: OWN,
      409: `The user is deactivated: \`user_inactive\`; the user has ${MAX_TIME_OFF} entries: \`too_many_time_off\``,
    },
  },
  listTimeOff: {
    summary: 'List the time off of a user',
    description:
      'Lists the time off of a user, newest first. Users may read their own, ADMIN and MANAGER those of others.',
    problems: { 403: OWN },
  },
  getTimeOff: {
    summary: 'Get a time-off entry',
    description: 'Returns one time-off entry of a user.',
    problems: { 403: OWN },
  },
  updateTimeOff: {
    examples: { longer: { endsAt: '2026-08-18T00:00:00Z', note: null } },
    summary: 'Change time off',
    description: 'Changes the given fields of a time-off entry; `null` clears its note.',
    problems: { 403: OWN },
  },
  deleteTimeOff: {
    summary: 'Delete a time-off entry',
    description: 'Deletes a time-off entry: the user can be booked again.',
    problems: { 403: OWN },
  },
})

// The operation checks the owner: docs/contract.md#c17-time-off-roles
const READ = allow('READ')
const WRITE = allow('WRITE')
const etag = contentTag(TimeOff)

function pathOf({ id: userId, timeOffId }: Static<typeof EntryParams>) {
  return { userId, timeOffId }
}

export const timeOffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { get, post, patch, remove } = operationsOf(app)

  post(
    '/users/:id/time-off',
    { ...WRITE, etag },
    { ...docs.createTimeOff, body: CreateTimeOffBody, response: { 201: TimeOff } },
    (tx, request) => createTimeOff(tx, actorOf(request), request.params.id, request.body),
  )

  get(
    '/users/:id/time-off',
    READ,
    { ...docs.listTimeOff, querystring: TimeOffQuery, response: { 200: PageOf(TimeOff) } },
    (request) => listTimeOff(request.store.sql, actorOf(request), request.params.id, request.query),
  )

  get(
    '/users/:id/time-off/:timeOffId',
    { ...READ, etag },
    { ...docs.getTimeOff, params: EntryParams, response: { 200: TimeOff } },
    (request) => getTimeOff(request.store.sql, actorOf(request), pathOf(request.params)),
  )

  patch(
    '/users/:id/time-off/:timeOffId',
    { ...WRITE, etag },
    {
      ...docs.updateTimeOff,
      params: EntryParams,
      body: UpdateTimeOffBody,
      response: { 200: TimeOff },
    },
    (tx, request) =>
      updateTimeOff(tx, actorOf(request), pathOf(request.params), request.body, ifMatchOf(request)),
  )

  remove(
    '/users/:id/time-off/:timeOffId',
    { ...WRITE, etag },
    { ...docs.deleteTimeOff, params: EntryParams },
    (tx, request) =>
      deleteTimeOff(tx, actorOf(request), pathOf(request.params), ifMatchOf(request)),
  )
}

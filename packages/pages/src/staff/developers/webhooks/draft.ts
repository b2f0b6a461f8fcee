import type { Schemas } from '@mediajobs/client'
import {
  EVENT_NAMES,
  MAX_FILTER_VALUES,
  MAX_METADATA_KEYS,
  MAX_OWN_HEADERS,
  MAX_RECEIVER_RATE,
  PROJECT_STATUSES,
} from '@mediajobs/domain'
import type { FastifyRequest } from 'fastify'
import type { ApiResponse, ErrorBody } from '../../../call-api.ts'
import { refuseAs } from '../../../errors.ts'
import { type Form, formOf } from '../../../forms.ts'
import { problem } from '../../list.ts'
import { type Notice, recordRefusal } from '../../send-staff-page.ts'
import { COMMON } from '../../texts.ts'
import { HIDDEN, refusedNotice } from '../send-page.ts'
import type { Visit } from '../visit.ts'
import { TEXTS } from './texts.ts'

export type Subscription = Schemas['Subscription']
export type Subscribed = Schemas['NewSubscription']
export type Stats = Schemas['SubscriptionStats']

/** Maximum values of a form field. */
const MAX_VALUES = Math.max(
  EVENT_NAMES.length,
  MAX_FILTER_VALUES,
  MAX_METADATA_KEYS,
  MAX_OWN_HEADERS,
)

/** The subscription's API path. */
export function urlOf({ id }: Pick<Visit, 'id'>): string {
  return `/webhooks/subscriptions/${id}`
}

/** A name and a value as entered. */
export interface Row {
  name: string
  value: string
}

/** The fields of the webhook form. */
export interface Draft {
  url: string
  events: string[]
  description: string
  projectIds: string[]
  customerIds: string[]
  toStatuses: string[]
  maxPerSecond: string
  standardWebhooks: boolean
  /** Headers with stored values. An empty text keeps the value. */
  storedHeaders: (Row & { isRemoved: boolean })[]
  headers: Row[]
  metadata: Row[]
}

/** All settings that the form sends. */
export type Settings = Pick<
  Subscription,
  Exclude<keyof Schemas['UpdateSubscriptionBody'], 'active'>
>

export const NEW_DRAFT: Draft = {
  url: '',
  events: [],
  description: '',
  projectIds: [],
  customerIds: [],
  toStatuses: [],
  maxPerSecond: '',
  standardWebhooks: false,
  storedHeaders: [],
  headers: [],
  metadata: [],
}

/** Initial values of the form. */
export function draftFrom({ headers, metadata, filter, ...settings }: Settings): Draft {
  const { url, events, description, maxPerSecond, standardWebhooks } = settings
  const { projectIds = [], customerIds = [], toStatuses = [] } = filter ?? {}
  return {
    ...{ url, events, description: description ?? '', standardWebhooks },
    ...{ projectIds, customerIds, toStatuses },
    maxPerSecond: maxPerSecond === null ? '' : `${maxPerSecond}`,
    storedHeaders: Object.keys(headers).map((name) => ({ name, value: '', isRemoved: false })),
    headers: [],
    metadata: Object.entries(metadata).map(([name, value]) => ({ name, value })),
  }
}

/** The submitted form without empty rows. */
export function draftOf(request: FastifyRequest): Draft {
  const form = boundedForm(request)
  const removed = new Set(form.texts('removed-header'))
  const isFilled = ({ name, value }: Row) => name !== '' || value !== ''
  const trimmed = (kind: string) =>
    rowsOf(form, kind).map(({ name, value }) => ({ name, value: value.trim() }))
  return {
    url: form.text('url')?.trim() ?? '',
    events: form.texts('events'),
    description: form.text('description')?.trim() ?? '',
    projectIds: form.texts('projectIds'),
    customerIds: form.texts('customerIds'),
    toStatuses: form.texts('toStatuses'),
    maxPerSecond: form.text('maxPerSecond')?.trim() ?? '',
    standardWebhooks: form.text('standardWebhooks') !== undefined,
    storedHeaders: trimmed('stored-header').map((row) => ({
      ...row,
      isRemoved: removed.has(row.name),
    })),
    headers: trimmed('header').filter(isFilled),
    metadata: rowsOf(form, 'metadata').filter(isFilled),
  }
}

/**
 * Truncates each field to one value more than the API accepts, since later steps cost per value; the API refuses the
 * excess.
 */
function boundedForm(request: FastifyRequest): Form {
  const form = formOf(request)
  return { ...form, texts: (name) => form.texts(name).slice(0, MAX_VALUES + 1) }
}

function rowsOf(form: Form, kind: string): Row[] {
  const values = form.texts(`${kind}-value`)
  return form
    .texts(`${kind}-name`)
    .map((name, index) => ({ name: name.trim(), value: values[index] ?? '' }))
}

/** What is wrong with a form, by the name of its field. */
export type Problems = ReadonlyMap<string, string>

/** Problems that an API call can't express. */
export function problemsOf({ events, maxPerSecond, headers, metadata }: Draft): Problems {
  const problems = new Map<string, string>()
  if (events.length === 0) problems.set('events', TEXTS.eventsNeeded)
  if (!isRate(maxPerSecond)) problems.set('maxPerSecond', TEXTS.badRate)
  for (const [name, rows] of Object.entries({ headers, metadata })) {
    const problem = problemOfRows(rows)
    if (problem) problems.set(name, problem)
  }
  return problems
}

function problemOfRows(rows: readonly Row[]): string | undefined {
  const [names, twice] = [new Set<string>(), new Set<string>()]
  for (const { name } of rows) (names.has(name) ? twice : names).add(name)
  twice.delete('')
  const problems = [
    ...(names.has('') ? [TEXTS.noName] : []),
    ...[...twice].map((name) => TEXTS.twice(name)),
  ]
  return problems.length === 0 ? undefined : problems.join(' ')
}

function isRate(text: string): boolean {
  return text === '' || (/^\d+$/.test(text) && +text >= 1 && +text <= MAX_RECEIVER_RATE)
}

/** The settings of a draft without problems, for the API, which checks them. */
export function settingsOf(draft: Draft): Settings {
  const { url, description, maxPerSecond, standardWebhooks, storedHeaders } = draft
  const kept = storedHeaders
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ name, value }) => ({ name, value: value || HIDDEN }))
  return {
    url,
    events: draft.events as Settings['events'],
    description: description || null,
    filter: filterOf(draft),
    maxPerSecond: maxPerSecond === '' ? null : Number(maxPerSecond),
    standardWebhooks,
    headers: mapOf([...kept, ...draft.headers]),
    metadata: mapOf(draft.metadata),
  }
}

function filterOf({ projectIds, customerIds, toStatuses }: Draft): Settings['filter'] {
  const statuses = PROJECT_STATUSES.filter((status) => toStatuses.includes(status))
  const filter = {
    ...(projectIds.length > 0 && { projectIds }),
    ...(customerIds.length > 0 && { customerIds }),
    ...(statuses.length > 0 && { toStatuses: statuses }),
  }
  return Object.keys(filter).length === 0 ? null : filter
}

function mapOf(rows: readonly Row[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Where the form shows problems. */
const FIELDS = [
  'url',
  'events',
  'description',
  'maxPerSecond',
  'filter',
  'headers',
  'metadata',
] as const satisfies readonly (keyof Settings)[]

/** What the page shows of a refused form. */
export interface Refused {
  notice: Notice
  problems: Problems
}

/** A form with problems found without calling the API. */
export function refusedDraft(visit: Visit, problems: Problems): Refused {
  refuseAs(visit, 'invalid_request')
  return { notice: problem(COMMON.marked), problems }
}

/**
 * The problems of settings that the API refused.
 *
 * @throws {RefusedRead} for refusals that a form can't fix.
 */
export function refusedSettings(visit: Visit, response: ApiResponse<ErrorBody>): Refused {
  const { status, body } = response
  const marked = problem(COMMON.marked)
  if (status === 404) {
    recordRefusal(visit, response)
    return { notice: marked, problems: new Map([['filter', TEXTS.filterGone]]) }
  }
  const notice = refusedNotice(visit, response, `${visit.at}/webhooks`)
  const fields = status === 400 || body.code === 'duplicate_url' ? (body.fields ?? []) : []
  const problems = new Map<string, string>()
  let hasOther = false
  for (const { path, message } of fields) {
    const [name = ''] = path.split(/[.[]/)
    if (!(FIELDS as readonly string[]).includes(name)) hasOther = true
    else
      problems.set(name, [problems.get(name), sentenceOf(name, message)].filter(Boolean).join(' '))
  }
  return { notice: problems.size > 0 && !hasOther ? marked : notice, problems }
}

/** The message of a refused field, without the name of the field, which is above it. */
function sentenceOf(name: string, message: string): string {
  const rest = message.startsWith(name) ? message.slice(name.length + 1) : message
  const text = rest.slice(0, 1).toUpperCase() + rest.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

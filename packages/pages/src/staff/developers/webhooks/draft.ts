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
import { type Form, formOf } from '../../../forms.ts'
import { problem } from '../../list.ts'
import { type Notice, recordRefusal } from '../../send-staff-page.ts'
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

/** Problems that an API call can't express. */
function problemsOf({ events, maxPerSecond, headers, metadata }: Draft): string[] {
  const lists = [
    [TEXTS.headers, headers],
    [TEXTS.metadata, metadata],
  ] as const
  return [
    ...(events.length > 0 ? [] : [TEXTS.eventsNeeded]),
    ...(isRate(maxPerSecond) ? [] : [TEXTS.badRate]),
    ...lists.flatMap(([list, rows]) => {
      const [names, twice] = [new Set<string>(), new Set<string>()]
      for (const { name } of rows) (names.has(name) ? twice : names).add(name)
      twice.delete('')
      return [
        ...(names.has('') ? [TEXTS.noName(list)] : []),
        ...[...twice].map((name) => TEXTS.twice(list, name)),
      ]
    }),
  ]
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

/** Notice for problems found without calling the API. */
export function draftNotice({ reply }: Visit, draft: Draft): Notice | undefined {
  const problems = problemsOf(draft)
  if (problems.length === 0) return undefined
  reply.code(400)
  return problem(problems.join(' '))
}

/**
 * The notice for settings that the API refused.
 *
 * @throws {RefusedRead} for refusals that a form can't fix.
 */
export function settingsNotice(visit: Visit, response: ApiResponse<ErrorBody>): Notice {
  if (response.status !== 404) return refusedNotice(visit, response)
  recordRefusal(visit, response)
  return problem(TEXTS.filterGone)
}

import { createHash } from 'node:crypto'
import { localeIn, MAX_PUBLIC_BODY_BYTES } from '@mediajobs/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import ical, { ICalEventStatus } from 'ical-generator'
import { type ApiResponse, callApi, type ErrorBody } from '../call-api.ts'
import { chooseLanguage } from '../choose-language.ts'
import { refuseAs } from '../errors.ts'
import { addressLine, formatFor, streetOf } from '../format.ts'
import { acceptForms, formOf } from '../forms.ts'
import { OPEN, PAGE } from '../host.ts'
import { sendPage } from '../send-page.ts'
import { sendProblem } from '../send-problem.ts'
import { queryOf } from '../staff/own-address.ts'
import { type Chosen, type Slots, timeField } from './change.ts'
import { changePage, orderPage } from './page.ts'
import { agreedTime, situationOf, type View } from './situation.ts'
import { TEXTS } from './texts.ts'

const MINUTE_MS = 60_000
const PRODUCT = { company: 'mediajobs', product: 'mediajobs' }

interface Params {
  token: string
}

/** The page of an order, for its client. docs/contract.md#c20-order-page */
export const orderPageRoutes: FastifyPluginAsync = async (app) => {
  acceptForms(app)

  app.get<{ Params: Params }>('/orders/:token', PAGE, async (request, reply) => {
    const response = await read(request)
    if (response.status !== 200) return refuse(request, reply, response, '../')
    return show(request, reply, response.body)
  })

  app.post<{ Params: Params }>(
    '/orders/:token/checkout',
    { ...PAGE, bodyLimit: MAX_PUBLIC_BODY_BYTES },
    async (request, reply) => {
      const response = await callApi<{ url: string } & ErrorBody>(request, {
        method: 'POST',
        url: `${pathOf(request)}/checkout`,
        payload: {},
      })
      if (response.status < 300) return reply.redirect(response.body.url, 303)
      // The order was paid, expired or declined meanwhile, as its page says.
      if (response.status === 409) return reply.redirect(`../${tokenOf(request)}`, 303)
      return refuse(request, reply, response, '../../')
    },
  )

  app.get<{ Params: Params }>('/orders/:token/change', PAGE, async (request, reply) => {
    return showChange(request, reply, { day: queryOf(request).get('day') ?? '' })
  })

  const sent = { ...PAGE, bodyLimit: MAX_PUBLIC_BODY_BYTES }
  app.post<{ Params: Params }>('/orders/:token/reschedule', sent, reschedule)
  app.post<{ Params: Params }>('/orders/:token/cancel', sent, async (request, reply) => {
    const response = await change(request, 'cancel', {})
    return response.status < 300
      ? reply.redirect(`../${tokenOf(request)}`, 303)
      : refuseChange(request, reply, response, { day: '' })
  })

  app.get<{ Params: Params }>('/orders/:token/calendar.ics', OPEN, async (request, reply) => {
    const response = await read(request)
    const file = response.status === 200 ? calendarFile(response.body, tokenOf(request)) : undefined
    if (file === undefined) return refuse(request, reply, asMissing(response), '../../')
    return reply
      .header('content-disposition', 'attachment; filename="shoot.ics"')
      .type('text/calendar; charset=utf-8')
      .send(file)
  })
}

function tokenOf({ params }: FastifyRequest): string {
  return encodeURIComponent((params as Params).token)
}

function pathOf(request: FastifyRequest): string {
  return `/orders/${tokenOf(request)}`
}

function read(request: FastifyRequest): Promise<ApiResponse<View & ErrorBody>> {
  return callApi<View & ErrorBody>(request, { method: 'GET', url: pathOf(request) })
}

function asMissing(response: ApiResponse<ErrorBody>): ApiResponse<ErrorBody> {
  return response.status === 200 ? { ...response, status: 404 } : response
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  root: string,
) {
  return sendProblem(request, reply, response, { root, texts: TEXTS })
}

async function reschedule(request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const day = form.text('day') ?? ''
  const startsAt = form.text(timeField(day)) ?? ''
  if (startsAt === '') {
    refuseAs({ request, reply }, 'invalid_request')
    return showChange(request, reply, { day, problem: 'choose' })
  }
  const response = await change(request, 'reschedule', { startsAt })
  return response.status < 300
    ? reply.redirect(`../${tokenOf(request)}?done=moved`, 303)
    : refuseChange(request, reply, response, { day, startsAt })
}

/** Sends a change along with the fee the client agreed to. */
function change(
  request: FastifyRequest,
  step: 'reschedule' | 'cancel',
  more: { startsAt?: string },
): Promise<ApiResponse<ErrorBody>> {
  const expectedFeeAmount = Number(formOf(request).text('expectedFeeAmount') ?? Number.NaN)
  const payload = { expectedFeeAmount, ...more }
  return callApi<ErrorBody>(request, {
    method: 'POST',
    url: `${pathOf(request)}/${step}`,
    payload,
  })
}

function refuseChange(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse<ErrorBody>,
  chosen: Chosen,
) {
  if (response.status !== 409 && response.status !== 400) {
    return refuse(request, reply, response, '../../')
  }
  reply.code(response.status)
  return showChange(request, reply, {
    ...chosen,
    problem: PROBLEMS[response.body.code] ?? 'failed',
  })
}

type Problem = 'choose' | 'taken' | 'feeChanged' | 'underWay' | 'failed'

const PROBLEMS: Readonly<Record<string, Problem>> = {
  slot_taken: 'taken',
  fee_changed: 'feeChanged',
  payment_in_progress: 'underWay',
}

async function showChange(
  request: FastifyRequest,
  reply: FastifyReply,
  { problem, ...chosen }: Chosen & { problem?: Problem },
) {
  const [response, slots] = await Promise.all([
    read(request),
    callApi<{ data: Slots } & ErrorBody>(request, {
      method: 'GET',
      url: `${pathOf(request)}/slots`,
    }),
  ])
  if (response.status !== 200) return refuse(request, reply, response, '../../')
  if (slots.status !== 200) return refuse(request, reply, slots, '../../')
  const order = response.body
  const { organization } = order
  const language = languageOf(request, reply, order)
  const texts = TEXTS[language]
  const page = changePage(
    order,
    slots.body.data,
    {
      language,
      texts,
      format: formatFor(localeIn(language, organization.locale), organization.timeZone),
      here: `../${tokenOf(request)}`,
      root: '../../',
    },
    {
      ...chosen,
      problem: problem && texts.change[problem],
      url: request.method === 'GET' ? request.url : undefined,
    },
  )
  return sendPage(request, reply, { ...page, urls: [], logoUrls: [organization.logoUrl] })
}

function languageOf(request: FastifyRequest, reply: FastifyReply, order: View) {
  return chooseLanguage(request, reply, {
    customerLanguage: order.language,
    organizationLocale: order.organization.locale,
  })
}

async function show(request: FastifyRequest, reply: FastifyReply, order: View) {
  const { organization } = order
  const language = languageOf(request, reply, order)
  const isBack = new URLSearchParams(request.url.split('?')[1]).has('back')
  const page = orderPage(order, {
    language,
    texts: TEXTS[language],
    format: formatFor(localeIn(language, organization.locale), organization.timeZone),
    situation: situationOf(order, isBack),
    isMoved: queryOf(request).get('done') === 'moved',
    here: tokenOf(request),
    root: '../',
  })
  return sendPage(request, reply, {
    ...page,
    urls: [],
    logoUrls: [organization.logoUrl],
    formLeadsTo: request.server.host.checkoutOrigin,
  })
}

/** The shoot of a confirmed order (RFC 5545); `undefined` without a time. */
function calendarFile(order: View, token: string): string | undefined {
  const { status, project, organization } = order
  const time = agreedTime(order)
  if (status !== 'CONFIRMED' || project === null || time === null) return undefined
  const start = new Date(time)
  const minutes = project.estimatedDuration ?? order.durationMinutes
  const calendar = ical({ prodId: PRODUCT })
  const address = addressLine(order)
  const { name, contactPhone, contactEmail } = organization
  const what = order.lineItems?.[0]?.description ?? name
  calendar.createEvent({
    // A stable event id that doesn't reveal the token.
    id: createHash('sha256').update(token).digest('hex').slice(0, 32),
    // Grows when the shoot moves, so a calendar treats the file as an update (RFC 5545, section 3.8.7.4).
    sequence: project.version,
    start,
    end: new Date(start.getTime() + minutes * MINUTE_MS),
    summary: [what, streetOf(order)].filter(Boolean).join(' · '),
    description: [name, contactPhone, contactEmail].filter(Boolean).join('\n'),
    status: project.status === 'CANCELLED' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(address !== '' && { location: { title: address } }),
  })
  // The library omits the last line ending.
  return `${calendar.toString()}\r\n`
}

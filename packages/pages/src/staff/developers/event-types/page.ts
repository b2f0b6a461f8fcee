import { EVENT_NAMES, TEST_EVENT } from '@mediajobs/domain'
import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { ifMay } from '../../parts.ts'
import { requireMay } from '../../staff.ts'
import { code, highlighted } from '../payload.ts'
import { sendDevelopersPage } from '../send-page.ts'
import { DEVELOPERS, eventText } from '../texts.ts'
import { linkTo, type Visit } from '../visit.ts'
import {
  bodyOf,
  type Cause,
  causesIn,
  componentsIn,
  exampleMaker,
  nameIn,
  type OpenApiDocument,
  type PostedEvent,
  resolved,
  type Schema,
} from './document.ts'

const TEXTS = {
  lead: 'Every event a webhook can receive, from the API reference. Example values are made up.',
  log: 'Open the event log',
  causes: 'Fired by',
  fields: 'Fields',
  example: 'Example',
  logged: 'In the log',
  deliveries: 'Deliveries',
  parts: 'Records in events',
  any: 'any',
  or: 'or',
  listOf: 'list of',
} as const

const POSTED: readonly PostedEvent[] = [...EVENT_NAMES, TEST_EVENT]

/** `/app/{organizationId}/developers/events/types`. docs/contract.md#c12-event-types */
export function showEventTypes(visit: Visit): Promise<FastifyReply> {
  requireMay(visit.staff, 'listEvents')
  const document = visit.request.server.host.openApi() as unknown as OpenApiDocument
  const causes = causesIn(document)
  const exampleOf = exampleMaker(document)
  const events = POSTED.map((event) => {
    const body = bodyOf(document, event)
    const { data = {}, ...envelope } = body.properties ?? {}
    const { properties = {} } = resolved(document, data)
    const ofData = Object.entries(properties).map(([name, each]) => [`data.${name}`, each])
    const fields = { ...envelope, ...Object.fromEntries(ofData) }
    return { event, fields, causes: causes.get(event) ?? [], example: exampleOf(body) }
  })
  const parts = componentsIn(
    document,
    events.flatMap(({ fields }) => Object.values(fields)),
  )
  return sendDevelopersPage(visit, {
    title: DEVELOPERS.eventTypes,
    section: 'events',
    body: html`<p class="soft">${TEXTS.lead} <a href="${linkTo(visit, 'events')}">${TEXTS.log}</a></p>
<nav aria-label="${DEVELOPERS.eventTypes}"><ul class="types">${POSTED.map((event) => html`<li><a href="#${event}"><code>${event}</code></a> <span class="soft">${eventText(event)}</span></li>`)}</ul></nav>
${events.map((each) => eventSection(visit, each))}
<h2 class="parts">${TEXTS.parts}</h2>
${parts.map((name) => partSection(name, document.components.schemas[name] ?? {}))}`,
  })
}

type Properties = Readonly<Record<string, Schema>>

interface EventType {
  event: PostedEvent
  fields: Properties
  causes: readonly Cause[]
  example: unknown
}

function eventSection(visit: Visit, { event, fields, causes, example }: EventType): Html {
  const title = `${event}-title`
  const link = (text: string, path: string) => () =>
    html` <a href="${linkTo(visit, path, [['event', event]])}">${text}</a>`
  const causing = causes.map(
    ({ operation, sentence }) => html`<li><code>${operation}</code> ${withCode(sentence)}</li>`,
  )
  return html`<section class="type" id="${event}" aria-labelledby="${title}"><div><h2 id="${title}">${event}</h2>
<p>${eventText(event)}.${event === TEST_EVENT ? nothing : link(TEXTS.logged, 'events')()}${ifMay(visit.staff, 'listAllWebhookDeliveries', link(TEXTS.deliveries, 'deliveries'))}</p>
${causing.length === 0 ? nothing : html`<h3>${TEXTS.causes}</h3><ul class="causes">${causing}</ul>`}
<h3>${TEXTS.fields}</h3>
${fieldTable(`${event}: ${TEXTS.fields}`, fields)}</div>
<div><h3>${TEXTS.example}</h3>${code(`${event}: ${TEXTS.example}`, highlighted(JSON.stringify(example, null, 2)))}</div></section>`
}

/** Renders backquoted text as code. */
function withCode(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function partSection(name: string, schema: Schema): Html {
  const values = schema.enum?.map((value) => html`<code>${value}</code> `)
  return html`<section id="${name}" aria-labelledby="${name}-title"><h3 id="${name}-title"><code>${name}</code></h3>
${values ? html`<p>${values}</p>` : fieldTable(name, schema.properties ?? {})}</section>`
}

function fieldTable(label: string, properties: Properties): Html {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${typeOf(schema)}${schema.description ? html` <span class="soft">${schema.description}</span>` : nothing}</td></tr>`,
  )
  return html`<div class="wide"><table class="figures fields" aria-label="${label}"><tbody>${rows}</tbody></table></div>`
}

/** `string (uuid) or null` */
function typeOf(schema: Schema): Html {
  const { anyOf, items, const: only, enum: values, format } = schema
  const name = nameIn(schema)
  if (name !== undefined) return html`<a href="#${name}">${name}</a>`
  if (anyOf) return either(anyOf.map(typeOf))
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`
  if (values) return either(values.map((value) => html`<code>${JSON.stringify(value)}</code>`))
  const isSized = format === undefined || /^(?:int|float|double)/.test(format)
  return either(
    [schema.type ?? TEXTS.any].flat().map((type) => {
      if (type === 'array') return html`${TEXTS.listOf} ${items ? typeOf(items) : TEXTS.any}`
      return html`${type}${isSized || type === 'null' ? nothing : ` (${format})`}`
    }),
  )
}

function either(types: readonly Html[]): Html {
  return html`${types.map((type, index) => (index === 0 ? type : html` ${TEXTS.or} ${type}`))}`
}

import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, changeOf } from '../../change-form.ts'
import { doneNotice, readPart } from '../../list.ts'
import { actionLink, confirmButton, facts, ifMay, menu, section } from '../../parts.ts'
import { read, readTagged, type Tagged } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { type Details, isDue } from '../deliveries/missed.ts'
import { answerOf, timeline } from '../deliveries/timeline.ts'
import { overlapField, overlapNote, sendDevelopersPage, zoneSwitch } from '../send-page.ts'
import { linkTo, type Visit } from '../visit.ts'
import { draftFrom, type Stats, type Subscription, urlOf } from './draft.ts'
import { webhookForm } from './form.ts'
import { type Names, type Opened, readNames, settingFacts } from './targets.ts'
import { TEXTS } from './texts.ts'

const WIDTH = 10
const GAP = 2
const HEIGHT = 40
const FEW_EVENTS = 4

/** A stacked bar for each of the last 24 hours: successes below, failures above. */
function bars({ hours }: Stats): Html {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed))
  const total = (name: 'succeeded' | 'failed') => hours.reduce((sum, hour) => sum + hour[name], 0)
  const [good, bad] = [total('succeeded'), total('failed')]
  const label = good + bad === 0 ? TEXTS.noAttempts : TEXTS.bars(`${good}`, `${bad}`)
  return html`<svg class="bars" role="img" aria-label="${label}" viewBox="0 0 ${hours.length * (WIDTH + GAP)} ${HEIGHT + 1}" preserveAspectRatio="none">${hours.map(
    (hour, index) => bar(hour, index * (WIDTH + GAP), most),
  )}</svg><p class="soft">${label}</p>`
}

function bar({ succeeded, failed }: Stats['hours'][number], x: number, most: number): Html {
  // A nonzero count is always visible.
  const high = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT))
  const [good, bad] = [high(succeeded), high(failed)]
  const rect = (name: string, y: number, height: number) =>
    height === 0
      ? nothing
      : html`<rect class="${name}" x="${x}" y="${y.toFixed(1)}" width="${WIDTH}" height="${height.toFixed(1)}"/>`
  return html`${rect('none', HEIGHT, 1)}${rect('good', HEIGHT - good, good)}${rect('bad', Math.max(0, HEIGHT - good - bad), bad)}`
}

/** The same figures as a table, with durations. Omits hours without attempts. */
function hourTable({ clock }: Visit, { hours }: Stats): Html {
  const busy = hours.filter(({ succeeded, failed }) => succeeded + failed > 0).reverse()
  if (busy.length === 0) return nothing
  return html`<details class="menu"><summary>${TEXTS.hours}</summary><div class="wide"><table class="figures">
<thead><tr><th scope="col">${TEXTS.hour}</th><th scope="col">${TEXTS.succeeded}</th><th scope="col">${TEXTS.failed}</th><th scope="col">${TEXTS.p95}</th></tr></thead>
<tbody>${busy.map(
    ({ startsAt, succeeded, failed, p95Ms }) =>
      html`<tr><th scope="row">${clock.short(startsAt)}</th><td>${succeeded}</td><td>${failed}</td><td>${p95Ms === null ? '' : `${p95Ms} ms`}</td></tr>`,
  )}</tbody></table></div></details>`
}

/** The forms to change a webhook. */
function controls(
  visit: Visit,
  { body, etag }: Tagged<Subscription>,
  opened: Opened | undefined,
  names: Names,
): Html {
  const { staff, at } = visit
  const here = `${at}/webhooks/${body.id}`
  const settings = () =>
    webhookForm({
      action: `${here}/change`,
      types: `${at}/events/types`,
      // A reopened form keeps the version the person saw.
      etag: (opened && changeOf(visit.request).ifMatch) ?? etag,
      opened: opened ?? { draft: draftFrom(body) },
      names,
      button: TEXTS.save,
    })
  // A repeat must not rotate again: that would invalidate the secret just shown.
  const once = { action: `${here}/rotate`, etag, isOnce: true }
  const rotateFields = html`${overlapField(TEXTS.overlap)}
<p class="soft">${TEXTS.rotateMeans}</p><button>${TEXTS.rotate}</button>`
  const asking = (step: string, label: string, question: string, isHarmless = true) =>
    confirmButton({ label, question, action: `${here}/${step}`, etag, isHarmless })
  const change = () => menu(TEXTS.change, settings(), opened !== undefined)
  const rotate = () => menu(TEXTS.rotate, changeForm({ ...once, content: rotateFields }))
  const toggle = () =>
    body.active
      ? asking('off', TEXTS.switchOff, TEXTS.offMeans)
      : asking('on', TEXTS.switchOn, TEXTS.onMeans)
  const remove = () => asking('delete', TEXTS.remove, TEXTS.removeMeans, false)
  return html`<div class="menus">${ifMay(staff, 'updateSubscription', change)}
${ifMay(staff, 'rotateSubscriptionSecret', rotate)}
${ifMay(staff, 'updateSubscription', toggle)}
${ifMay(staff, 'deleteSubscription', remove)}</div>`
}

/** The button that sends a test event. */
function testForm({ staff, at }: Visit, { id, active }: Subscription): Html {
  const content = html`<button class="go">${TEXTS.test}</button>`
  const form = () => changeForm({ action: `${at}/webhooks/${id}/test`, isOnce: true, content })
  return active ? ifMay(staff, 'sendTestEvent', form) : nothing
}

/** The receiver's response to the test. The page reloads once the test has ended. */
function testResult(visit: Visit, test: Details): Html {
  const here = linkTo(visit, `webhooks/${visit.id}`, [['test', test.id]])
  const open = linkTo(visit, 'deliveries', [['delivery', test.id]])
  const state =
    test.status === 'PENDING' || test.status === 'RETRYING'
      ? html`<p role="status">${TEXTS.testWaits} <a data-wait="/webhooks/deliveries/${test.id}" data-late="${TEXTS.testLate}" href="${here}">${TEXTS.reload}</a></p>`
      : html`<p role="status"><b>${TEXTS.testDone[test.status]}</b></p>`
  const asIs = { hide: (text: string) => text }
  const attempt = test.attemptLog.at(-1)
  return html`${state}${isDue(test) ? nothing : timeline(visit, test, asIs)}${attempt ? answerOf(attempt, asIs, TEXTS.answer) : nothing}
<p><a href="${open}">${TEXTS.openTest}</a></p>`
}

/**
 * The page of a webhook.
 *
 * @param opened an unsaved settings form to continue
 */
export async function showWebhook(
  visit: Visit,
  notice?: Notice,
  opened?: Opened,
): Promise<FastifyReply> {
  const { staff, at, query } = visit
  const url = urlOf(visit)
  const testId = query.get('test')
  const testUrl = testId && `/webhooks/deliveries/${encodeURIComponent(testId)}`
  const [subscription, stats, test] = await Promise.all([
    readTagged<Subscription>(staff, url),
    read<Stats>(staff, `${url}/stats`),
    testUrl ? read<Details>(staff, testUrl) : undefined,
  ])
  const { body } = subscription
  const names = await readNames(staff, body.filter, opened?.draft)
  return sendDevelopersPage(visit, {
    title: body.url,
    section: 'webhooks',
    notice: notice ?? doneNotice(query, TEXTS.done),
    body: html`${about(visit, body, names)}
${body.previousSecretUntil === null ? nothing : overlapNote(visit.clock, TEXTS.oldSecret, body.previousSecretUntil)}
<div class="actions">${testForm(visit, body)}
<a class="button" href="${linkTo(visit, 'deliveries', [['subscriptionId', body.id]])}">${TEXTS.deliveries}</a></div>
${test ? section('test', TEXTS.testTitle, testResult(visit, test)) : nothing}
${stats ? html`<div class="stats">${bars(stats)}${hourTable(visit, stats)}</div>` : nothing}
${zoneSwitch(visit, `${at}/webhooks/${body.id}`)}
${controls(visit, subscription, opened, names)}`,
  })
}

function stateMark(active: boolean): Html {
  return html`<span class="mark ${active ? 'succeeded' : 'cancelled'}">${active ? TEXTS.on : TEXTS.off}</span>`
}

/** The events' names, collapsed when there are many. */
function eventsOf(events: Subscription['events']): Html | string {
  const names = events.join(', ')
  if (events.length <= FEW_EVENTS) return names
  return html`<details class="events"><summary>${TEXTS.eventCount(events.length)}</summary>${names}</details>`
}

function about({ clock }: Visit, subscription: Subscription, names: Names): Html {
  const { active, events, createdAt, disabledReason, description } = subscription
  const texts = TEXTS.facts
  return facts([
    [TEXTS.description, description],
    [texts.state, stateMark(active)],
    [texts.reason, disabledReason],
    [texts.events, eventsOf(events)],
    ...settingFacts(subscription, names),
    [texts.created, clock.exact(createdAt)],
  ])
}

/** Each card needs a call for its bars. */
const CARDS = 10

/** `/app/{organizationId}/developers/webhooks`: all webhooks. docs/contract.md#c12-webhooks */
export async function listWebhooks(visit: Visit): Promise<FastifyReply> {
  const { staff, at, query } = visit
  const here = `${at}/webhooks`
  const url = '/webhooks/subscriptions'
  const { data, pages } = await readPart<Subscription>(visit, url, CARDS, { here })
  const cards = await Promise.all(data.map((each) => card(visit, each)))
  return sendDevelopersPage(visit, {
    title: TEXTS.title,
    section: 'webhooks',
    notice: doneNotice(query, TEXTS.done),
    action: actionLink(staff, 'createSubscription', `${here}/new`, TEXTS.add),
    body: html`${data.length === 0 ? html`<p>${TEXTS.none}</p>` : html`<ul class="cards">${cards}</ul>`}
${pages}`,
  })
}

async function card({ staff, at }: Visit, subscription: Subscription): Promise<Html> {
  const { id, url, active, events, description } = subscription
  // The webhook may have been deleted since the list was read.
  const stats = await read<Stats>(staff, `/webhooks/subscriptions/${id}/stats`)
  return html`<li class="card"><h2 dir="auto"><a href="${at}/webhooks/${id}">${url}</a></h2>
${description ? html`<p class="short" dir="auto">${description}</p>` : nothing}
<div class="sends">${stateMark(active)} <div class="soft">${eventsOf(events)}</div></div>
${stats ? bars(stats) : nothing}</li>`
}

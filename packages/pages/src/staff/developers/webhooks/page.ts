import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from '../../../html.ts'
import { changeForm, changeOf, choice } from '../../change-form.ts'
import { read, readExisting, type Tagged } from '../../read-record.ts'
import type { Notice } from '../../send-staff-page.ts'
import { attempts } from '../deliveries/detail.ts'
import { type Details, isDue } from '../deliveries/missed.ts'
import { facts, ifMay, menu, NO_MASK } from '../parts.ts'
import { overlapNote, sendDevelopersPage, zoneSwitch } from '../send-page.ts'
import { OVERLAPS } from '../texts.ts'
import { type Visit, withQuery } from '../visit.ts'
import { draftFrom, type Stats, type Subscription, urlOf } from './draft.ts'
import { webhookForm } from './form.ts'
import { type Names, type Opened, readNames, settingFacts } from './targets.ts'
import { TEXTS } from './texts.ts'

const WIDTH = 10
const GAP = 2
const HEIGHT = 40

/** A bar for each of the last 24 hours: below what succeeded, above it what failed. */
export function bars({ hours }: Stats): Html {
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed))
  const total = (name: 'succeeded' | 'failed') => hours.reduce((sum, hour) => sum + hour[name], 0)
  const [good, bad] = [total('succeeded'), total('failed')]
  const label = good + bad === 0 ? TEXTS.noAttempts : TEXTS.bars(`${good}`, `${bad}`)
  return html`<svg class="bars" role="img" aria-label="${label}" viewBox="0 0 ${hours.length * (WIDTH + GAP)} ${HEIGHT + 1}" preserveAspectRatio="none">${hours.map(
    (hour, index) => bar(hour, index * (WIDTH + GAP), most),
  )}</svg><p class="soft">${label}</p>`
}

function bar({ succeeded, failed }: Stats['hours'][number], x: number, most: number): Html {
  // What happened is at least a line.
  const high = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT))
  const [good, bad] = [high(succeeded), high(failed)]
  const rect = (name: string, y: number, height: number) =>
    height === 0
      ? nothing
      : html`<rect class="${name}" x="${x}" y="${y.toFixed(1)}" width="${WIDTH}" height="${height.toFixed(1)}"/>`
  return html`${rect('none', HEIGHT, 1)}${rect('good', HEIGHT - good, good)}${rect('bad', Math.max(0, HEIGHT - good - bad), bad)}`
}

/** The same as a table, with the durations. Hours without an attempt are left out. */
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

/** The forms that change a webhook. */
function controls(
  visit: Visit,
  { body, etag }: Tagged<Subscription>,
  opened: Opened | undefined,
  names: Names,
): Html {
  const { staff, at } = visit
  const form = (name: string, content: Html) =>
    changeForm({ action: `${at}/webhooks/${body.id}/${name}`, etag, content })
  const settings = () =>
    webhookForm({
      action: `${at}/webhooks/${body.id}/change`,
      // A form that was sent keeps the state that the person saw.
      etag: (opened && changeOf(visit.request).ifMatch) ?? etag,
      opened: opened ?? { draft: draftFrom(body) },
      names,
      button: TEXTS.save,
    })
  const change = () => menu(TEXTS.change, settings(), opened !== undefined)
  const rotate = () => menu(TEXTS.rotate, rotateForm(at, body.id, etag))
  const remove = () =>
    menu(
      TEXTS.remove,
      form(
        'delete',
        html`<p>${TEXTS.removeMeans}</p><button class="danger">${TEXTS.remove}</button>`,
      ),
    )
  const toggle = () =>
    body.active
      ? menu(TEXTS.switchOff, form('off', sure(TEXTS.offMeans, TEXTS.switchOff)))
      : menu(TEXTS.switchOn, form('on', sure(TEXTS.onMeans, TEXTS.switchOn)))
  return html`<div class="menus">${ifMay(staff, 'updateSubscription', change)}
${ifMay(staff, 'rotateSubscriptionSecret', rotate)}
${ifMay(staff, 'updateSubscription', toggle)}
${ifMay(staff, 'deleteSubscription', remove)}</div>`
}

function sure(meaning: string, button: string): Html {
  return html`<p>${meaning}</p><button>${button}</button>`
}

/** Sent twice, it makes one secret: another one would end the first. */
function rotateForm(at: string, id: string, etag: string): Html {
  const options = OVERLAPS.map(([seconds, text]) => [`${seconds}`, text] as const)
  return changeForm({
    action: `${at}/webhooks/${id}/rotate`,
    etag,
    isOnce: true,
    content: html`${choice('overlap', TEXTS.overlap, options, null)}
<p class="soft">${TEXTS.rotateMeans}</p><button>${TEXTS.rotate}</button>`,
  })
}

/** The button that sends a test event. */
function testForm({ staff, at }: Visit, { id, active }: Subscription): Html {
  if (!active) return nothing
  return ifMay(staff, 'sendTestEvent', () =>
    changeForm({
      action: `${at}/webhooks/${id}/test`,
      isOnce: true,
      content: html`<button class="go">${TEXTS.test}</button>`,
    }),
  )
}

/** What the receiver said to the test. The page is loaded again when the test has ended. */
function testResult({ at, id, clock }: Visit, test: Details | undefined): Html {
  if (!test) return nothing
  const here = withQuery(`${at}/webhooks/${id}`, [['test', test.id]])
  const open = withQuery(`${at}/deliveries`, [['delivery', test.id]])
  const state =
    test.status === 'PENDING' || test.status === 'RETRYING'
      ? html`<p role="status">${TEXTS.testWaits} <a data-wait="/webhooks/deliveries/${test.id}" data-late="${TEXTS.testLate}" href="${here}">${TEXTS.reload}</a></p>`
      : html`<p role="status"><b>${TEXTS.testDone[test.status]}</b></p>`
  return html`<section aria-labelledby="test"><h2 id="test">${TEXTS.testTitle}</h2>${state}
${isDue(test) ? nothing : attempts(test.attemptLog, clock, NO_MASK)}
<p><a href="${open}">${TEXTS.openTest}</a></p></section>`
}

/**
 * The page of a webhook.
 *
 * @param opened a form of its settings that the person goes on with
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
    readExisting<Subscription>(staff, url),
    read<Stats>(staff, `${url}/stats`),
    testUrl ? read<Details>(staff, testUrl) : undefined,
  ])
  const { body } = subscription
  const names = await namesOf(visit, body, opened)
  return sendDevelopersPage(visit, {
    title: body.url,
    section: 'webhooks',
    notice,
    body: html`${about(visit, body, names)}
${overlap(visit, body)}
<div class="actions">${testForm(visit, body)}
<a class="button" href="${withQuery(`${at}/deliveries`, [['subscriptionId', body.id]])}">${TEXTS.deliveries}</a></div>
${testResult(visit, test)}
${stats ? html`<div class="stats">${bars(stats)}${hourTable(visit, stats)}</div>` : nothing}
${zoneSwitch(visit, `${at}/webhooks/${body.id}`)}
${controls(visit, subscription, opened, names)}`,
  })
}

/** Of the jobs and customers of the filter, and of those that the person chose. */
async function namesOf(
  { staff }: Visit,
  { filter }: Subscription,
  opened: Opened | undefined,
): Promise<Names> {
  const { projectIds = [], customerIds = [] } = filter ?? {}
  const { draft } = opened ?? {}
  return readNames(staff, {
    projectIds: [...new Set([...(draft?.projectIds ?? []), ...projectIds])],
    customerIds: [...new Set([...(draft?.customerIds ?? []), ...customerIds])],
  })
}

function about({ clock }: Visit, subscription: Subscription, names: Names): Html {
  const { active, events, createdAt, disabledReason, description } = subscription
  const texts = TEXTS.facts
  const mark = active ? 'succeeded' : 'cancelled'
  return facts([
    [TEXTS.description, description],
    [texts.state, html`<span class="mark ${mark}">${active ? TEXTS.on : TEXTS.off}</span>`],
    [texts.reason, disabledReason],
    [texts.events, events.join(', ')],
    ...settingFacts(subscription, names),
    [texts.created, clock.exact(createdAt)],
  ])
}

function overlap({ clock }: Visit, { previousSecretUntil }: Subscription): Html {
  if (previousSecretUntil === null) return nothing
  return overlapNote(clock, TEXTS.oldSecret, previousSecretUntil)
}

import { type Html, html, nothing } from '../../../html.ts'
import { changeForm } from '../../change-form.ts'
import { attempts } from '../deliveries/attempts.ts'
import { type Details, isDue } from '../deliveries/records.ts'
import { NO_MASK } from '../masked.ts'
import { ifMay } from '../parts.ts'
import { type Visit, withQuery } from '../visit.ts'
import type { Subscription } from './records.ts'
import { TEXTS } from './texts.ts'

/** The button that sends a test event. */
export function testForm({ staff, at }: Visit, { id, active }: Subscription): Html {
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
export function testResult({ at, id, clock }: Visit, test: Details | undefined): Html {
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

// docs/contract.md#c12-words: page texts contain no API terms.

import { ROLES } from '@mediajobs/domain'
import { testApp } from '@mediajobs/testing/api/app'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'
import { crawl } from './crawl/support/crawl.ts'
import { crawledStudio } from './crawl/support/crawled-studio.ts'

const SITE = 'https://pages.test'
const api = await testApp(t, { trustProxy: true, deliveryBaseUrl: `${SITE}/deliveries` })

/** Enum values, field names, methods, headers and standards. */
const API_TERMS = new RegExp(
  [
    String.raw`\b[A-Z]{2,}_[A-Z][A-Z_]*\b`,
    String.raw`\b(?:PENDING|BOOKED|SHOOTING|UPLOADED|EDITING|DELIVERED|CANCELLED|OPEN|DONE|DECLINED|DRAFT|SENT|PAID|VOIDED)\b`,
    String.raw`\b(?:PHOTO|VIDEO|FLOORPLAN|BROCHURE|DOCUMENT|OTHER|PATCH|POST)\b`,
    // The studio's people are referred to by role.
    String.raw`(?:role|needs|an active|may, and the) (?:ADMIN|MANAGER|TECHNICIAN|EDITOR)\b`,
    String.raw`\b[a-z]+[A-Z][A-Za-z]*`,
    String.raw`force: true|ISO \d|IANA|BCP|RFC \d|\bNUL\b|\bnull\b|Idempotency|If-Match|Retry-After`,
    'must be an? (?:integer|array|object|string|boolean)|^body ',
  ].join('|'),
  'm',
)
/** Developers' pages are for programmers. Signing out ends the session. */
const LEFT_OUT = /\/developers\/|\/app\/sign-out$|\/call\//
const KEPT = /^(?:if-match|idempotency-key|was-.*|do|back)$/
const BAD = ['', '!', '9'.repeat(40), 'NOSUCHVALUE']

/** The text that people read, excluding their own input. */
function textOf(page: string): string {
  return page
    .replaceAll(/<(script|style|textarea|option|bdi)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<dd\b[^>]*>.*?<\/dd>/gs, ' ')
    .replaceAll(/<[^>]*>/g, '\n')
}

for (const role of ROLES) {
  t.test(
    `what ${role} reads after invalid values in any form is plain language [c12-words]`,
    async (t) => {
      const { org, person, jobs } = await crawledStudio(api, role)
      const at = `/app/${org.organizationId}`
      const open = async (path: string) => (await browserOf(api, person)).open(path)
      const starts = ['/app', '/app/account', ...jobs.map((id) => `${at}/projects/${id}`)]
      const { forms } = await crawl(t, { open, origins: [SITE, api.url] }, starts)
      let refused = 0
      for (const { to, from, entries, button } of forms.filter((form) => !LEFT_OUT.test(form.to))) {
        const browser = await browserOf(api, person)
        for (const bad of BAD) {
          const fields = [...entries, ...(button ? [button] : [])].map(([name, value]) => [
            name,
            KEPT.test(name) ? value : bad,
          ])
          const { status, text } = await browser.send(to, Object.fromEntries(fields), {}, from)
          if (status >= 400) refused++
          const found = API_TERMS.exec(textOf(text))
          const [line = ''] = found
            ? textOf(text)
                .slice(found.index - 80)
                .split('\n\n')
            : []
          t.equal(
            found,
            null,
            `${to} with "${bad}" says ${found?.[0]}: ${line.trim().slice(0, 200)}`,
          )
        }
      }
      t.ok(refused > 10, `${refused} forms were refused`)
    },
  )
}

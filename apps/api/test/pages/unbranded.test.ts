// docs/contract.md#c23-unbranded-page: the MLS page names nobody and links nowhere, whatever staff wrote.

import { testApp } from '@mediajobs/testing/api/app'
import { getPage } from '@mediajobs/testing/api/pages'
import { siteStudio, WEBSITE } from '@mediajobs/testing/api/published-site'
import t, { type Test } from 'tap'
import { threadMs } from '../support/thread-ms.ts'

const api = await testApp(t, { trustProxy: true, deliveryBaseUrl: 'https://pages.test/deliveries' })

const ORGANIZATION = {
  name: 'Harbor Light Media',
  colour: '#7a1fa2',
  logoUrl: 'https://logos.test/harbor.png',
  contactEmail: 'hello@harbor.example',
  contactPhone: '+1 626 555 0177',
  deliveryNote: 'Photos by Harbor',
  deliveryTerms: 'Terms of Harbor',
}
const CUSTOMER = {
  name: 'Annabel Agent',
  company: 'Keystone Realty',
  email: 'annabel@keystone.example',
  phone: '+1 626 555 0142',
}
const CONTACT = {
  name: 'Jane Keys',
  title: 'Listing agent',
  phone: '+1 626 555 0123',
  email: 'jane@keys.example',
  licence: '01234567',
  photoUrl: 'https://people.test/jane.jpg',
}
/** Must not appear on the page, in upper or lower case. */
const NAMES = [
  ...Object.values(ORGANIZATION),
  ...Object.values(CUSTOMER),
  ...Object.values(CONTACT),
  'harbor light media',
  '626 555',
]
/** Text that names someone, contains a phone number or links elsewhere. */
const HOSTILE = [
  'Listed by Jane Keys of Keystone Realty.',
  'Photos by HARBOR LIGHT MEDIA.',
  'See https://agent.example/house or www.agent.example.',
  'Write to jane@keys.example.',
  'Call +1 626 555 0123 now!',
  '<a href="https://agent.example">agent</a>',
  '//agent.example/x',
]

/** Publishes a website with a hostile text in every field. */
async function publishHostile(text: string) {
  const { call, check, publish, addMedia, addPreview } = await siteStudio(api)
  check(await call('PATCH', '/organization', ORGANIZATION))
  const { id: customerId } = check(await call('POST', '/customers', CUSTOMER))
  const tours = [
    ...WEBSITE.tours,
    { kind: 'KUULA', url: 'https://kuula.co/share/collection/7lV9N?logo=jane-keys' },
  ]
  const website = {
    headline: text,
    description: `A garden.\n${text}`,
    contacts: [CONTACT],
    facts: { ...WEBSITE.facts, mlsNumber: text },
    tours,
  }
  const fields = { customerId, addressLine2: text, city: text, postalCode: text }
  return publish(website, fields, async (projectId) => {
    const first = await addMedia(projectId, { filename: 'harbor-light-media.jpg' })
    const altered = await addMedia(projectId, {
      position: 1,
      alteredFromMediaId: first,
      alterationKind: 'SKY',
      alterationNote: text,
      filename: 'jane-keys.jpg',
    })
    for (const id of [first, altered]) await addPreview(id)
    const film = {
      type: 'VIDEO',
      contentType: 'video/mp4',
      filename: 'keystone-realty.mp4',
    } as const
    await addMedia(projectId, { position: 2, ...film })
    return [first, altered]
  })
}

/** The URLs in a page's attributes. */
function addressesIn(text: string): string[] {
  const attributes = [...text.matchAll(/<[a-z][^>]*>/g)].flatMap(([tag]) => [
    ...tag.matchAll(
      / (href|src|srcset|action|formaction|poster|data|content|cite|ping)="([^"]*)"/g,
    ),
  ])
  return attributes.flatMap(([, name, value = '']) =>
    name === 'srcset' ? value.split(',').map((each) => each.trim().split(' ')[0] ?? '') : [value],
  )
}

for (const text of HOSTILE) {
  t.test(
    `the unbranded page links nowhere and names nobody: ${text} [c23-unbranded-page]`,
    async (t) => {
      const { tour, site, project, website } = await publishHostile(text)
      await expectNoWayOut(t, tour)
      await expectNoName(t, tour, [
        site.split('/').at(-1) ?? '',
        project.id,
        website.organizationId,
      ])
    },
  )
}

async function expectNoWayOut(t: Test, tour: string) {
  const { status, headers, text } = await getPage(api.url, tour)
  t.equal(status, 200)
  const found = addressesIn(text)
  t.ok(
    found.some((each) => each.includes('/media/')),
    'it has pictures',
  )
  for (const each of found.filter((each) => !each.startsWith('data:'))) {
    t.equal(new URL(each.replaceAll('&amp;', '&'), `${api.url}${tour}`).origin, api.url, each)
  }
  t.notMatch(text, /:\/\//)
  t.notMatch(text, /www\.|mailto:|tel:|<form|<iframe|canonical|og:/)
  t.equal(headers.get('referrer-policy'), 'no-referrer')
  t.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
  t.match(text, '<meta name="robots" content="noindex, nofollow">')
}

async function expectNoName(t: Test, tour: string, ids: readonly string[]) {
  const page = await getPage(api.url, tour)
  const data = await (await fetch(`${api.url}${tour}`)).text()
  for (const text of [page.text, data]) {
    for (const name of NAMES) t.notOk(text.toLowerCase().includes(name.toLowerCase()), name)
    for (const id of ids) t.notOk(text.includes(id), id)
    t.notMatch(text, /agent\.example/)
  }
  t.match(page.text, 'Sky replaced')
  t.match(page.text, '4 beds')
  t.notMatch(page.text, '--brand:#7a1fa2')
}

t.test('only tours with an unbranded URL are shown [c23-unbranded-page]', async (t) => {
  const { tour } = await publishHostile('Sun all day.')
  const { text } = await getPage(api.url, tour)
  t.equal(text.match(/class="tour"/g)?.length, 1)
  const opened = await getPage(api.url, `${tour}?tour=1`)
  const other = addressesIn(opened.text).filter((each) => each.startsWith('https:'))
  t.strictSame(other, ['https://my.matterport.com/show/?m=SxQL3iGyoDo&amp;brand=0'])
  t.match(opened.text, 'referrerpolicy="no-referrer"')
})

// A description of one long word once took 14 s.
const MAX_THREAD_MS = 500

t.test('a hostile description costs the page little time', async (t) => {
  // NFKD turns each letter into five.
  const description = '㌀'.repeat(10_000)
  const { publish } = await siteStudio(api)
  const { tour } = await publish({ description })
  await getPage(api.url, tour)
  const spent = await threadMs(async () => {
    t.match(await getPage(api.url, tour), { status: 200, text: '4 beds' })
  })
  t.ok(spent < MAX_THREAD_MS, `${spent} ms`)
})

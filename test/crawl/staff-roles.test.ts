// docs/contract.md#c12-roles: the main pages × every role. Pages offer exactly what the API allows, and every link and
// button that a role sees works.

import { ROLES, type Role } from '@mediajobs/domain'
import { sharedApp } from '@mediajobs/testing/api/app'
import { browserOf } from '@mediajobs/testing/api/staff-browser'
import t from 'tap'

const api = await sharedApp()
const org = await api.createOrg()
const { call } = org

interface Page {
  /** Below the organization's pages. */
  path: string
  /** What each role sees of all these texts. */
  shows: Record<Role, readonly string[]>
}

/** The expectations are written out here, not read from the pages. */
const PAGES: Page[] = [
  {
    path: 'today?day=2026-05-01',
    shows: {
      ADMIN: ['Booked', 'Start shooting', 'Shooting done', 'Everyone', 'Deliver&hellip;</a>'],
      MANAGER: ['Booked', 'Start shooting', 'Shooting done', 'Everyone', 'Deliver&hellip;</a>'],
      TECHNICIAN: ['Booked', 'Shooting done'],
      EDITOR: ['Deliver&hellip;</a>'],
    },
  },
  {
    path: 'customers',
    shows: {
      ADMIN: ['No customers yet.', 'Add a customer', 'Groups</a>'],
      MANAGER: ['No customers yet.', 'Add a customer', 'Groups</a>'],
      TECHNICIAN: ['No customers yet.'],
      EDITOR: ['No customers yet.'],
    },
  },
  {
    path: 'catalogue/packages',
    shows: {
      ADMIN: ['Add-ons', 'Discounts', 'Add a package'],
      MANAGER: ['Add-ons', 'Discounts', 'Add a package'],
      TECHNICIAN: ['Add-ons'],
      EDITOR: ['Add-ons'],
    },
  },
  {
    path: 'people',
    shows: {
      ADMIN: ['All roles', 'Invite a person'],
      MANAGER: ['All roles', 'Invite a person'],
      TECHNICIAN: ['All roles'],
      EDITOR: ['All roles'],
    },
  },
  {
    path: 'board?day=2026-05-01',
    shows: {
      ADMIN: ['Move to', 'value="CANCELLED"', 'value="UPLOADED"', '/preview', 'New booking'],
      MANAGER: ['Move to', 'value="CANCELLED"', 'value="UPLOADED"', '/preview', 'New booking'],
      TECHNICIAN: ['Move to', 'value="UPLOADED"'],
      EDITOR: ['Move to', '/preview'],
    },
  },
  {
    path: 'calendar?day=2026-05-01',
    shows: {
      ADMIN: ['House BOOKED', 'By technician', 'Unassigned', '/move?', 'New booking'],
      MANAGER: ['House BOOKED', 'By technician', 'Unassigned', '/move?', 'New booking'],
      TECHNICIAN: ['House BOOKED'],
      EDITOR: ['House BOOKED'],
    },
  },
  {
    path: 'calendar?day=2026-05-01&view=technicians',
    shows: {
      ADMIN: ['House BOOKED', 'Previous day', 'Unassigned', '/move?'],
      MANAGER: ['House BOOKED', 'Previous day', 'Unassigned', '/move?'],
      TECHNICIAN: ['House BOOKED'],
      EDITOR: ['House BOOKED'],
    },
  },
]

const FOR_ALL = ['today', 'board', 'calendar', 'customers', 'catalogue', 'people']
const FOR_MANAGERS = FOR_ALL.toSpliced(3, 1, 'orders', 'customers', 'reports')
const NAVIGATION: Record<Role, readonly string[]> = {
  ADMIN: [...FOR_MANAGERS, 'developers', 'settings'],
  MANAGER: [...FOR_MANAGERS, 'developers'],
  TECHNICIAN: FOR_ALL,
  EDITOR: FOR_ALL,
}

const members = Object.fromEntries(
  await Promise.all(ROLES.map(async (role) => [role, await api.createMember(org, role)] as const)),
) as Record<Role, Awaited<ReturnType<typeof api.createMember>>>

for (const status of ['BOOKED', 'SHOOTING', 'IN_REVIEW']) {
  const { body } = await call('POST', '/projects/create', {
    scheduledTime: '2026-05-01T16:30:00Z',
    addressLine1: `House ${status}`,
    technicianId: members.TECHNICIAN.userId,
    editorId: members.EDITOR.userId,
  })
  await call('PATCH', `/projects/${body.id}/status`, { status })
}

const { body: job } = await call('POST', '/projects/create', {
  scheduledTime: '2026-06-01T16:30:00Z',
})
const upload = ['Choose files', 'Choose a folder']
PAGES.push({
  path: `projects/${job.id}/upload`,
  shows: { ADMIN: upload, MANAGER: upload, TECHNICIAN: upload, EDITOR: upload },
})

for (const role of ROLES) {
  t.test(
    `a person with the role ${role} sees exactly what the role may do [c12-roles]`,
    async (t) => {
      const browser = await browserOf(api, members[role])
      for (const { path, shows } of PAGES) {
        const { status, text } = await browser.open(`/app/${org.organizationId}/${path}`)
        t.equal(status, 200)
        const own = new Set(shows[role])
        for (const each of new Set(Object.values(shows).flat())) {
          t.equal(text.includes(each), own.has(each), `${path}: ${each}`)
        }
        const links = [...text.matchAll(/<nav aria-label="Pages">.*?<\/nav>/gs)].join()
        const sections = [...links.matchAll(/href="[^"]*\/([a-z-]+)"/g)].map(([, name]) => name)
        t.strictSame(sections, NAVIGATION[role])
      }
    },
  )

  t.test(`every link and button that ${role} sees works [c12-roles]`, async (t) => {
    const browser = await browserOf(api, members[role])
    for (const { path } of PAGES) {
      const address = `/app/${org.organizationId}/${path}`
      const { text } = await browser.open(address)
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"#]+)"/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), `${api.url}${address}`)
        if (url.origin !== api.url) continue
        // In a separate session: one is limited to 50 calls a second.
        const { status } = await (await browserOf(api, members[role])).open(
          url.pathname + url.search,
        )
        t.ok([200, 303].includes(status), `${path}: ${href} is a ${status}`)
      }
      const forms = /<form method="post" action="([^"]+)"[^>]*>(.*?)<\/form>/gs
      for (const [, action = '', content = ''] of text.matchAll(forms)) {
        const url = new URL(action.replaceAll('&amp;', '&'), `${api.url}${address}`)
        const fields = [...content.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
        const form = Object.fromEntries(
          fields.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]),
        )
        const project = `/projects/${url.pathname.split('/').at(-2)}`
        const before = (await call('GET', project)).body.status
        const sent = await browser.send(url.pathname + url.search, { ...form, sure: 'yes' })
        t.equal(sent.status, 303, `${path}: ${action} is a ${sent.status}`)
        // Restored for the next role.
        await call('PATCH', `${project}/status`, { status: before })
      }
    }
  })
}

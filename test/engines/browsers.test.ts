// User journeys in the browsers of `pnpm test:engines webkit firefox`. docs/contract.md#c12-download
// docs/contract.md#c12-today docs/contract.md#c12-upload docs/contract.md#c20-page

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@mediajobs/local-engines/testing'
import { openMediaFixture } from '@mediajobs/media/testing'
import { openEmulator } from '@mediajobs/testing/api/card-studio'
import { orderingStudio } from '@mediajobs/testing/api/ordering-studio'
import { accept, newEmail, peopleOf } from '@mediajobs/testing/api/people'
import { photo } from '@mediajobs/testing/media/pictures'
import { entriesOf } from '@mediajobs/testing/media/zip'
import { startDispatcher } from '@mediajobs/testing/service/process'
import t from 'tap'
import { openFrontProxy } from '../support/front-proxy.ts'
import { drivenBrowser, whyNoDriver } from '../support/webdriver.ts'

const { TEST_WEBDRIVER_DOWNLOADS: DOWNLOADS = '' } = process.env
const PHONE = { width: 390, height: 844 }
const SAVE_MS = 30_000

t.test('journeys on a phone', { skip: whyNoDriver }, async (t) => {
  const site = await openFrontProxy(t)
  const emulator = await openEmulator(t)
  const fixture = await openMediaFixture(t, {
    paymentsApiUrl: emulator.url,
    mediaBaseUrl: site.url,
    deliveryBaseUrl: `${site.url}/deliveries`,
  })
  const media = await fixture.startMedia()
  site.lead({ api: fixture.api.url, media: media.url })
  const { call, put } = fixture
  const browser = await drivenBrowser(t)
  await browser.resize(PHONE)

  await t.test('a client chooses, downloads, comments and approves', async (t) => {
    const { project, token } = await fixture.deliver({}, undefined, async (projectId) => {
      for (let n = 1; n <= 4; n += 1) {
        const fields = { filename: `photo-${n}.jpg`, position: n, type: 'PHOTO' }
        await put(projectId, await photo(1_200 + n, 800), fields)
      }
    })
    await fixture.requestPreviews()
    await fixture.finished()

    await browser.open(`${site.url}/deliveries/${token}`)
    await browser.press('.select', 'Select')
    for (const number of [2, 3, 4]) await browser.press(`#p${number}`)
    await browser.press('#save button.go', 'Download 3 photos')
    t.equal(entriesOf(await saved()).length, 3)

    await browser.open(`${site.url}/deliveries/${token}`)
    await browser.press('#p1 a')
    await browser.press('.viewer button.go', 'Comment')
    await browser.press('.strip figure:first-child img')
    await browser.type('.viewer textarea', 'Remove the cable')
    await browser.press('.viewer button', 'Done')
    await browser.press('.viewer [aria-label="Close"]')
    await browser.press('.bar button', 'Send 1 comment')
    await browser.find('h2', 'You asked for 1 change on')

    const at = `/projects/${project.id}`
    const [round] = (await call('GET', `${at}/revisions`)).body.data
    t.match(round.items, [{ comment: 'Remove the cable', mediaId: String }])
    const item = `${at}/revisions/${round.id}/items/${round.items[0].id}`
    t.equal((await call('PATCH', item, { status: 'DONE' })).status, 200)
    const { deliveryToken } = (await call('POST', `${at}/deliver`)).body
    await browser.open(`${site.url}/deliveries/${deliveryToken}`)
    await browser.press('.bar a', 'Approve')
    await browser.press('#approve button', 'Approve')
    await browser.find('h2', 'You approved this delivery on')
    t.match((await call('GET', `${at}/delivery`)).body, { state: 'APPROVED' })
  })

  await t.test('a technician signs in, starts a shoot, uploads and finishes', async (t) => {
    await call('PATCH', '/organization', { techniciansStart: true })
    const person = { email: newEmail(), password: 'a password of my own' }
    const { body } = await peopleOf(fixture.api, fixture.org).invite(person.email, 'TECHNICIAN')
    await accept(fixture.api, body.invitationToken, person.password)
    const job = { scheduledTime: new Date().toISOString(), addressLine1: '48 Alder Road' }
    const { id } = (await call('POST', '/projects/create', { ...job, technicianId: body.id })).body
    await call('PATCH', `/projects/${id}/status`, { status: 'BOOKED' })
    const isIn = async (status: string) =>
      t.equal((await call('GET', `/projects/${id}`)).body.status, status)

    await browser.open(`${site.url}/app/sign-in`)
    await browser.type('[name="email"]', person.email)
    await browser.type('[name="password"]', person.password)
    await browser.press('button.go', 'Sign in')
    await browser.find('h1', 'Shoots')
    await browser.press('.card button', 'Start shooting')
    await browser.find('.notice', 'Moved to Shooting.')
    await isIn('SHOOTING')
    const folder = await mkdtemp(join(tmpdir(), 'engines-'))
    t.teardown(() => rm(folder, { recursive: true }))
    const files = ['hall.jpg', 'kitchen.jpg'].map((name) => join(folder, name))
    for (const file of files) await writeFile(file, await photo(1_200, 800))
    await browser.press('.card a', 'Upload')
    await browser.choose('#files', files)
    await browser.press('#start', 'Upload 2 files')
    await browser.find('#sum', 'All 2 files uploaded.')
    await browser.press('#done button', 'Shooting done')
    await browser.find('.notice', 'Moved to Uploaded.')
    await isIn('UPLOADED')
    t.match((await call('GET', `/projects/${id}/media`)).body.data, [
      { filename: 'hall.jpg' },
      { filename: 'kitchen.jpg' },
    ])
  })

  await t.test('a stranger books and pays', async (t) => {
    await startDispatcher(t, fixture.api.databaseUrl, { PAYMENTS_API_URL: emulator.url })
    const studio = await orderingStudio(fixture.api, emulator)
    const { publicId } = await studio.form()
    await browser.open(`${site.url}/book/${publicId}`)
    await browser.type('[name="addressLine1"]', '1726 Colorado St')
    await browser.press('.dock .go', 'Continue')
    await browser.find('h1', 'What do you need?')
    await browser.press('.dock .go', 'Continue')
    await browser.find('h1', 'When should we come?')
    await browser.press('.days > label:nth-of-type(2)')
    await browser.press('.days .chip')
    await browser.press('.dock .go', 'Hold ')
    await browser.find('h1', 'Almost done')
    await browser.type('[name="name"]', 'Ann Agent')
    await browser.type('[name="email"]', 'ann@clients.example')
    await browser.press('.dock .go', 'Pay $250.00')
    await browser.find('button', 'Decline the card')
    await browser.press('button', 'Pay $250.00')
    await browser.find('h1', "You're booked, and it's paid")
    t.match(await studio.newest(), { status: 'CONFIRMED', totalAmount: 25_000 })
  })
})

/** The archive, once complete. */
async function saved(): Promise<Buffer> {
  let name: string | undefined
  const isThere = async () => {
    const names = await readdir(DOWNLOADS)
    name = names.find((each) => each.endsWith('.zip'))
    // Firefox and WebKit write to a temporary file until done.
    return name !== undefined && !names.some((each) => /\.(part|wkdownload)$/.test(each))
  }
  await until('the archive', isThere, SAVE_MS)
  return readFile(join(DOWNLOADS, name ?? ''))
}

// docs/contract.md#c15-cell-credentials
import { testApp } from '@mediajobs/testing/api/app'
import { accept } from '@mediajobs/testing/api/people'
import t from 'tap'
import { callWith, credentialsOf, twoCells } from './two-cells.ts'

const { eu1 } = await twoCells(t)
const RANDOM = '[0-9A-Za-z]{43}'

t.test('every credential issued by a cell names the cell [c15-cell-credentials]', async (t) => {
  const made = await credentialsOf(eu1)
  t.match(made.apiKey, /^mjk_eu1_[0-9A-Za-z]{49}$/)
  t.match(made.org.key, /^mjk_eu1_[0-9A-Za-z]{49}$/, 'the first key of an organization')
  t.match(made.accessToken, new RegExp(`^mjs_eu1_${RANDOM}$`))
  t.match(made.invitationToken, new RegExp(`^mji_eu1_${RANDOM}$`))
  t.match(made.deliveryToken, new RegExp(`^eu1_${RANDOM}$`))
  t.match(made.calendarToken, new RegExp(`^eu1_${RANDOM}$`))
  t.match(made.publicId, /^eu1_[0-9A-Za-z]{22}$/)
})

t.test(
  'the prefix of a key in the list has its cell and 8 more characters [c15-cell-key]',
  async (t) => {
    const { apiKey, shownPrefix } = await credentialsOf(eu1)
    t.equal(shownPrefix, apiKey.slice(0, 'mjk_eu1_'.length + 8))
  },
)

t.test('each credential works at its own cell [c15-cells]', async (t) => {
  const made = await credentialsOf(eu1)
  const { apiKey, accessToken, deliveryToken, publicId, calendarToken, invitationToken } = made
  t.equal((await callWith(eu1, 'an API key', apiKey)).status, 200)
  t.equal((await callWith(eu1, 'a session without an organization', accessToken)).status, 200)
  t.equal((await callWith(eu1, 'a delivery', deliveryToken)).status, 200)
  t.equal((await callWith(eu1, 'an original', publicId)).status, 200)
  t.equal((await eu1.request('GET', `/calendars/${calendarToken}.ics`)).status, 200)
  t.equal((await accept(eu1, invitationToken, 'a good long password')).status, 201)
})

t.test(
  'a rotated key names the cell, and an archive of staff too [c15-cell-credentials]',
  async (t) => {
    const { studio, org } = await credentialsOf(eu1)
    const { call, addMedia, addPreview } = studio
    const current = await call('GET', '/api-keys/current')
    const rotated = await call('POST', `/api-keys/${current.body.id}/rotate`)
    t.match(rotated.body.key, /^mjk_eu1_/)
    const booked = await call('POST', '/projects/create', { scheduledTime: '2026-05-01T09:30:00Z' })
    await addPreview(await addMedia(booked.body.id))
    const archive = await call('POST', `/projects/${booked.body.id}/archive`, { size: 'original' })
    t.match(
      archive.body.url,
      new RegExp(`^https://media\\.eu1\\.example\\.test/archives/eu1_${RANDOM}/`),
    )
    t.equal(org.organizationId, booked.body.organizationId)
  },
)

t.test(
  "a delivery's archive has a single URL, which names the cell [c15-cell-credentials]",
  async (t) => {
    const { studio } = await credentialsOf(eu1)
    const { token } = await studio.deliver({}, {}, async (projectId) => {
      await studio.addPreview(await studio.addMedia(projectId))
    })
    const ask = () => eu1.request('GET', `/deliveries/${token}/archive.zip`)
    const { status, headers } = await ask()
    t.equal(status, 307)
    t.match(headers.location, /^https:\/\/media\.eu1\.example\.test\/archives\/eu1_[\w-]{43}\//)
    t.equal((await ask()).headers.location, headers.location)
  },
)

t.test(
  'a credential issued before the cell had a name keeps working [c15-cell-lookup]',
  async (t) => {
    const before = await testApp(t, { databaseUrl: eu1.databaseUrl, trustProxy: true })
    const made = await credentialsOf(before)
    t.match(made.apiKey, /^mjk_[0-9A-Za-z]{49}$/)
    t.match(made.deliveryToken, /^[0-9A-Za-z]{43}$/)
    t.equal((await callWith(eu1, 'an API key', made.apiKey)).status, 200)
    t.equal(
      (await callWith(eu1, 'a session without an organization', made.accessToken)).status,
      200,
    )
    t.equal((await callWith(eu1, 'a delivery', made.deliveryToken)).status, 200)
  },
)

import type { Role } from '@mediajobs/domain'
import { until } from '@mediajobs/local-engines/testing'
import type { MediaFixture } from '@mediajobs/media/testing'
import { addDeveloperRecords, addPageRecords } from '@mediajobs/testing/api/page-records'
import { photo } from '@mediajobs/testing/media/pictures'

const WHEN = '2026-05-01T16:30:00Z'
const ROWS = [
  { externalId: 'row-1', name: 'Row', email: 'row@pages.test' },
  { externalId: 'row-2', name: 'Row', email: 'no address' },
]
/** The same rows as a file. */
export const CSV = ['externalId,name,email', ...ROWS.map((row) => Object.values(row).join())].join(
  '\n',
)

/**
 * An organization with a record of every kind, its files and derivatives in the store, and a person with `role` who is
 * assigned to its jobs.
 */
export async function pagesStudio(fixture: MediaFixture, role: Role) {
  const { api } = fixture
  const org = await api.createOrg()
  const { call, make } = org
  const { person, job } = await addPageRecords(api, org, role)
  // Without jobs, so it can be deleted.
  await make('/customers', { name: 'Zoe', email: 'zoe@pages.test' })
  const book = async (status?: string): Promise<string> => {
    const { id } = await make('/projects/create', { ...job, scheduledTime: WHEN })
    if (status) await call('PATCH', `/projects/${id}/status`, { status })
    return id
  }

  async function upload(projectId: string, names: readonly string[], fields: object = {}) {
    const files = names.map((filename) => ({
      filename,
      contentType: 'image/jpeg',
      mediaType: 'PHOTO',
    }))
    const { data } = await make('/media/presign-batch', { projectId, files })
    const sent = []
    for (const [at, filename] of names.entries()) {
      const { uploadUrl, key, cdnUrl } = data[at]
      const bytes = await photo(1_200 + at, 800)
      const headers = { 'content-type': 'image/jpeg' }
      const { status } = await fetch(uploadUrl, {
        method: 'PUT',
        headers,
        body: new Uint8Array(bytes),
      })
      if (status !== 200) throw new Error(`${status} for ${filename}`)
      sent.push({ filename, size: bytes.length, type: 'PHOTO', key, cdnUrl, ...fields })
    }
    const confirmed = await make('/media/confirm-batch', { projectId, files: sent })
    return confirmed.data.map(({ id }: { id: string }): string => id)
  }

  const [booked, shooting, editing, asked, invoiced, open] = [
    await book('BOOKED'),
    await book('SHOOTING'),
    await book('EDITING'),
    await book('EDITING'),
    await book('EDITING'),
    await book('EDITING'),
  ]
  await upload(editing, ['kitchen.jpg'])
  const [original = ''] = await upload(asked, ['room.jpg', 'garden.jpg'])
  const alteration = { kind: 'VIRTUAL_STAGING', note: 'The furniture is not in the room.' }
  const fields = { alteredFromMediaId: original, alteration }
  const [staged] = await upload(asked, ['room-staged.jpg'], fields)
  await upload(invoiced, ['front.jpg', 'back.jpg'])
  await upload(open, ['hall.jpg'])
  await fixture.requestPreviews()
  await fixture.finished()

  const tokens: string[] = []
  for (const id of [asked, invoiced, open]) {
    tokens.push((await make(`/projects/${id}/deliver`)).deliveryToken)
  }
  const items = [{ mediaId: staged, comment: 'Remove the cable', x: 0.5, y: 0.5 }]
  await fixture.client(tokens[0] ?? '').requestRevision({ items })
  const invoice = await make(`/projects/${invoiced}/invoice`, {})
  await make(`/invoices/${invoice.id}/send`)

  await addDeveloperRecords(org, 'http://127.0.0.1:9/webhooks')
  const { id: importId } = await make('/bulk-imports/customers?dryRun=true', { rows: ROWS })
  const isDone = async () =>
    (await call('GET', `/bulk-imports/${importId}`)).body.status === 'COMPLETED'
  await until('the import', isDone, 60_000)
  const projects = [booked, shooting, editing, asked, invoiced]
  return { organizationId: org.organizationId, person, projects, tokens }
}

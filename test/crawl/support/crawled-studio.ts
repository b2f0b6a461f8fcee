import { PROJECT_STATUSES, type Role } from '@mediajobs/domain'
import type { TestApp } from '@mediajobs/testing/api/app'
import { deliveringStudio } from '@mediajobs/testing/api/client-delivery'
import { addDeveloperRecords, addPageRecords } from '@mediajobs/testing/api/page-records'

/** Exceeds a column of the board and a page of customers. */
const [JOBS, CUSTOMERS] = [21, 51]
const WHEN = '2026-05-01T16:30:00Z'

/**
 * An organization with records of every kind, so its pages have all links and forms, and a person with a role who is
 * assigned to its jobs. `api` must trust its proxy.
 */
export async function crawledStudio(api: TestApp, role: Role) {
  const { org, call, deliver, deliverPair, addPreview } = await deliveringStudio(api)
  const { make } = org
  const { person, job } = await addPageRecords(api, org, role)
  const names = Array.from({ length: CUSTOMERS }, (_, n) => `customer-${n}`)
  await Promise.all(
    names.map((name) => make('/customers', { name, email: `${name}@crawled.test` })),
  )
  const book = (more: object = {}) =>
    make('/projects/create', { ...job, scheduledTime: WHEN, ...more })
  const jobs: string[] = []
  for (const status of PROJECT_STATUSES) {
    const { id } = await book()
    if (status !== 'PENDING') await call('PATCH', `/projects/${id}/status`, { status })
    jobs.push(id)
  }
  await Promise.all(Array.from({ length: JOBS }, () => book({ technicianId: null })))

  const pair = await deliverPair(job, { alterationKind: 'SKY', alterationNote: 'Blue' })
  for (const id of [pair.original, pair.altered]) await addPreview(id)
  const items = [{ mediaId: pair.altered, comment: 'Remove the cable', x: 0.5, y: 0.5 }]
  await pair.requestRevision({ items })
  const invoiced = await deliver(job)
  const invoice = await make(`/projects/${invoiced.project.id}/invoice`, {})
  await make(`/invoices/${invoice.id}/send`)
  jobs.push(pair.project.id, invoiced.project.id)

  await addDeveloperRecords(org, 'https://crawled.example/webhooks')
  await book()
  await make('/bulk-imports/customers', {
    rows: [{ externalId: 'row-1', name: 'Row', email: 'row@crawled.test' }],
  })
  return { org, person, jobs, tokens: [pair.token, invoiced.token] }
}

// Plays a job with the client that @hey-api/openapi-ts makes. See ../play-clients.ts.
import { client } from './api/client.gen'
import {
  changeProjectStatus,
  confirmUpload,
  createCustomer,
  createInvoice,
  createProject,
  getInvoice,
  listProjects,
  presignUpload,
} from './api/sdk.gen'

const AMOUNT = 3_000_000_000
const FILE = 'a kitchen'

client.setConfig({
  baseUrl: process.env.API_URL ?? '',
  headers: { 'x-api-key': process.env.API_KEY ?? '' },
  throwOnError: true,
})
const throwing = { throwOnError: true } as const

function check(holds: boolean, what: unknown): void {
  if (!holds) throw new Error(String(what))
}

async function play(): Promise<void> {
  const email = `${crypto.randomUUID()}@example.com`
  const { data: customer } = await createCustomer({ ...throwing, body: { name: 'Ann', email } })
  const body = { scheduledTime: '2030-05-01T09:30:00Z', customerId: customer.id }
  const made = await Promise.all([1, 2, 3].map(() => createProject({ ...throwing, body })))
  const [first] = made.map(({ data }) => data.id)

  const listed: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const query = { customerId: customer.id, limit: 2, ...(cursor && { cursor }) }
    const { data: page } = await listProjects({ ...throwing, query })
    listed.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
  }
  check(listed.length === 3, listed)

  const path = { id: first ?? '' }
  const moved = await changeProjectStatus({ ...throwing, path, body: { status: 'BOOKED' } })
  check(moved.data.status === 'BOOKED', moved.data.status)

  const file = { projectId: path.id, filename: 'kitchen.jpg' }
  const presign = { ...file, contentType: 'image/jpeg', mediaType: 'PHOTO' } as const
  const { data: presigned } = await presignUpload({ ...throwing, body: presign })
  const headers = { 'content-type': 'image/jpeg' }
  const stored = await fetch(presigned.uploadUrl, { method: 'PUT', headers, body: FILE })
  check(stored.ok, stored.status)
  const confirm = { ...file, size: FILE.length, type: 'PHOTO', key: presigned.key } as const
  const { data: media } = await confirmUpload({ ...throwing, body: confirm })
  check(Number(media.size) === FILE.length, media.size)

  const lineItems = [{ description: 'Photos', quantity: 1, unitAmount: AMOUNT }]
  const draft = { customerId: customer.id, currency: 'IDR', lineItems }
  const { data: invoice } = await createInvoice({ ...throwing, body: draft })
  const { data: read } = await getInvoice({ ...throwing, path: { id: invoice.id } })
  check(read.totalAmount === AMOUNT, read.totalAmount)
  console.log(`created 3, listed ${listed.length}, moved, uploaded, read ${read.totalAmount}`)
}

void play()

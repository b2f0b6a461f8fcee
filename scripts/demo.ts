// Plays a job on the running service, with a local receiver that verifies each webhook's raw bytes. `demo receiver`
// only receives, until Ctrl-C. `demo --photos 5` uploads 5 photos instead of 40.
import { parseArgs } from 'node:util'
import { ApiError, ConnectionError, UploadError } from '@mediajobs/client'
import { onStopRequest } from '@mediajobs/runtime'
import type { WebhookEvent } from '@mediajobs/webhook-signature'
import { connect, play, type Service, waitForPreviews } from './demo/play.ts'
import { DemoError, openReceiver, readAddress } from './demo/receiver.ts'
import { endWithPackageRunner } from './dev/package-runners.ts'

// One batch, with the video and the floor plan.
const MAX_PHOTOS = 98
const USAGE = new DemoError(`usage: pnpm demo [receiver] [--photos 2..${MAX_PHOTOS}]`)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function show({ event, id, data }: WebhookEvent): void {
  const { fromStatus, toStatus, role } = data as Record<string, string | undefined>
  const detail = toStatus ? `${fromStatus} → ${toStatus}` : (role ?? '')
  say(`  ✓ verified ${event.padEnd(22)} ${detail}  ${id}`)
}

async function receive({ manager }: Service): Promise<void> {
  const stop = Promise.withResolvers<void>()
  onStopRequest(() => stop.resolve())
  await endWithPackageRunner(stop.resolve)
  const receiver = await openReceiver(manager, show)
  say(`receiving at ${receiver.url}; stop with Ctrl-C`)
  await stop.promise
  await receiver.close()
}

async function demo(service: Service, photos: number): Promise<void> {
  const receiver = await openReceiver(service.manager, show)
  try {
    const { projectId, customerId, webhooks, deliveryUrl, deliveryToken } = await play(
      service,
      photos,
      say,
    )
    const ours = ({ data }: WebhookEvent) => {
      const { customerId: invoiced } = (data.invoice ?? {}) as { customerId?: string }
      return data.projectId === projectId || (invoiced ?? data.customerId) === customerId
    }
    await receiver.waitFor(webhooks, ours)
    say(`${webhooks} webhooks arrived, each with a valid signature`)
    await waitForPreviews(service, deliveryToken, say)
    say(`Open the delivery in a browser: ${deliveryUrl}`)
  } finally {
    await receiver.close()
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { photos: { type: 'string', default: '40' } },
      allowPositionals: true,
    })
    const [photos, [mode, ...others]] = [Number(values.photos), positionals]
    const isKnown = (mode === undefined || mode === 'receiver') && others.length === 0
    if (isKnown && Number.isInteger(photos) && photos >= 2 && photos <= MAX_PHOTOS) {
      return { photos, mode }
    }
  } catch {}
  throw USAGE
}

function problemOf(error: unknown, apiUrl: string): string {
  const isForPeople = [ApiError, UploadError, DemoError].some((type) => error instanceof type)
  if (isForPeople) return (error as Error).message
  if (!(error instanceof ConnectionError)) throw error
  return `${new URL(apiUrl).origin} does not respond: is \`npx -y pnpm@12 dev\` running?`
}

let address = { apiUrl: '', apiKey: '' }
try {
  const { photos, mode } = readArguments()
  address = await readAddress()
  const service = connect(address.apiUrl, address.apiKey)
  if (mode === 'receiver') await receive(service)
  else await demo(service, photos)
} catch (error) {
  process.stderr.write(`${problemOf(error, address.apiUrl)}\n`)
  process.exitCode = 1
}

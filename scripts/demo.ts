// Plays a job with the running service. A receiver on this machine verifies each webhook over the raw bytes.
// `demo receiver` only receives, until Ctrl-C. `demo --photos 5` uploads 5 photographs instead of 40.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { WebhookEvent } from '@mediajobs/webhook-signature'
import { play, waitForPreviews } from './demo/play.ts'
import { DemoError, findService, openReceiver } from './demo/receiver.ts'

// With the video and the plan they are one batch.
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

async function receive(): Promise<void> {
  const receiver = await openReceiver(await findService(), show)
  say(`receiving at ${receiver.url}; Ctrl-C ends it`)
  await Promise.race(
    (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => once(process, signal)),
  )
  await receiver.close()
}

async function demo(photos: number): Promise<void> {
  const service = await findService()
  const receiver = await openReceiver(service, show)
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

try {
  const { photos, mode } = readArguments()
  if (mode === 'receiver') await receive()
  else await demo(photos)
} catch (error) {
  if (!(error instanceof DemoError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

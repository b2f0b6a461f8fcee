// Plays a job with the running service. A receiver on this machine verifies each webhook over the raw bytes.
// `demo receiver` only receives, until Ctrl-C.
import { once } from 'node:events'
import type { WebhookEvent } from '@mediajobs/webhook-signature'
import { play } from './demo/play.ts'
import { openReceiver } from './demo/receiver.ts'
import { DemoError, findService } from './demo/service.ts'

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

async function demo(): Promise<void> {
  const service = await findService()
  const receiver = await openReceiver(service, show)
  try {
    const { projectId, customerId, webhooks } = await play(service, say)
    const ours = ({ data }: WebhookEvent) => {
      const { customerId: invoiced } = (data.invoice ?? {}) as { customerId?: string }
      return data.projectId === projectId || (invoiced ?? data.customerId) === customerId
    }
    await receiver.waitFor(webhooks, ours)
    say(`${webhooks} webhooks arrived, each with a valid signature`)
  } finally {
    await receiver.close()
  }
}

try {
  const [mode] = process.argv.slice(2)
  if (mode === 'receiver') await receive()
  else if (mode === undefined) await demo()
  else throw new DemoError('usage: pnpm demo [receiver]')
} catch (error) {
  if (!(error instanceof DemoError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

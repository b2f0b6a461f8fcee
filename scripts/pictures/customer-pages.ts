import { setTimeout as pause } from 'node:timers/promises'
import type { CaughtMail } from '@mediajobs/local-engines'
import type { Service } from '../demo/play.ts'

const LIMIT_MS = 60_000

interface Place {
  organizationId: string
  /** The URL of `dev`'s mails. */
  mailUrl: string
}

/** Signs a customer in through the mail caught by `dev`. @returns the portal cookie's value */
export async function signInCustomer(
  { anyone, manager }: Service,
  customerId: string,
  { organizationId, mailUrl }: Place,
): Promise<string> {
  const { email } = await manager.get('/customers/{id}', { path: { id: customerId } })
  await anyone.post('/portal/sign-ins', { body: { email, organizationId } })
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; await pause(500)) {
    const mails = (await (await fetch(`${mailUrl}/mails.json`)).json()) as CaughtMail[]
    const texts = mails.filter(({ to }) => to.includes(email)).map(({ text }) => text)
    const token = texts.map((text) => /\/sign-in\/(\S+)/.exec(text)?.[1]).find(Boolean)
    if (token === undefined) continue
    const { accessToken } = await anyone.post('/portal/sessions', { body: { token } })
    return `${organizationId}~${accessToken}`
  }
  throw new Error('no mail signed the customer in')
}

import type { Schemas } from '@mediajobs/client'
import type { Assets } from '../assets.ts'
import { type Html, html } from '../html.ts'
import { layOut } from '../layout.ts'

/** The response of `GET /unsubscribe/{token}`. */
export type Subscription = Schemas['MailSubscription']

/** Where a customer ends the mails of an organization. docs/contract.md#c14-mail-unsubscribe */
export function unsubscribePage(
  { organizationName, mailOptOut }: Subscription,
  context: { assets: Assets; nonce: string },
): Html {
  const name = html`<bdi>${organizationName}</bdi>`
  return layOut({
    ...context,
    title: `Mails of ${organizationName}`,
    language: 'en',
    root: '../',
    styles: ['plain.css'],
    body: mailOptOut
      ? html`<main><h1>You are unsubscribed</h1>
<p>${name} sends you no more mails from here. To get them again, ask them.</p></main>`
      : html`<main><h1>Unsubscribe</h1>
<p>${name} will send you no more mails about your files. The links that you have keep working.</p>
<form method="post"><button type="submit">Unsubscribe</button></form></main>`,
  })
}

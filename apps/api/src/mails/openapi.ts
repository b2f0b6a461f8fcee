import { operationDocs } from '../operation-docs.ts'

/** RFC 8058, section 3.1: a mail program sends one of these two types. */
export const ONE_CLICK_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const

const ONE_CLICK = 'List-Unsubscribe=One-Click'

export const docs = operationDocs({
  listMails: {
    summary: 'List mails',
    description:
      'Lists the mails of 30 days, newest first: what was sent to whom, what waits, and what was refused and why. ' +
      'The text of a mail is not kept. Password resets are not listed. The list is empty when the service sends no mail.',
  },
  getMailSubscription: {
    summary: 'Open the link with which a customer unsubscribes',
    description:
      'Shows whether a customer still gets mails, before they unsubscribe. It changes nothing: mail scanners open links.',
  },
  unsubscribe: {
    summary: 'Unsubscribe, as a customer',
    description:
      'Stops the mails to a customer: sets their `mailOptOut` and fires CUSTOMER_UPDATED. Again: 200, and nothing changes. ' +
      'The one-click unsubscribe of RFC 8058 calls it; its body is not read. A form that a browser sends gets a page instead of JSON.',
    optionalBody: true,
    examples: { empty: {} },
    consumes: { [ONE_CLICK_TYPES[0]]: ONE_CLICK },
  },
})

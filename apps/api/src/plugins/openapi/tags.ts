interface Tag {
  name: string
  description: string
}

export const WEBHOOK_TAG = 'webhook-payloads'

// In the order of a job's life: who works, what is sold, the job, its files, its delivery, its bill.
const DESCRIPTIONS: Record<string, string> = {
  auth: 'Sessions of people: sign in and out, accept an invitation, change or reset a password.',
  users: 'The people of an organization, and their roles.',
  calendars: 'What calendar apps read, with the token of a calendar and without a key.',
  availability: 'Who can take a shoot, and when.',
  'api-keys': 'Credentials of integrations.',
  customers: 'The people and companies that book: agents, owners, agencies.',
  packages: 'What can be booked as a whole, with a price.',
  'add-ons': 'What can be booked beside a package.',
  discounts: 'Codes that make a booking cheaper.',
  pricing: 'What a booking would cost.',
  projects: 'Jobs, one for each shoot at an address, from booking to approval.',
  media: 'The files of a project: presign, upload to the object store, confirm, order, rename.',
  deliveries: 'What a client sees and decides, with the delivery token and without a key.',
  mails: 'The mails that the service has sent for your organization.',
  unsubscribe: 'The link with which a customer ends the mails of an organization.',
  originals: 'Altered pictures with their originals, for anyone.',
  organization: 'Your organization, and what its clients see of it.',
  invoices: 'Invoices, from the draft to sent, paid or void.',
  webhooks: 'Subscriptions to events, and their deliveries.',
  events: 'The events of the last 30 days.',
  requests:
    'The calls of your organization in the last days: all errors, and a sample of the rest.',
  [WEBHOOK_TAG]: 'What a receiver of webhooks gets. These are requests of the service to you.',
  'bulk-imports': 'Thousands of customers or projects at once, from another system.',
  health: 'Probes for an orchestrator or a balancer.',
  service: 'The name and the version of the service.',
}

export const TAGS: readonly Tag[] = Object.entries(DESCRIPTIONS).map(([name, description]) => ({
  name,
  description,
}))

/**
 * The tag of an operation: the first step of its path.
 *
 * @throws when that tag has no description yet.
 */
export function tagOf(path: string): string {
  const tag = path.split('/')[1] || 'service'
  if (DESCRIPTIONS[tag] === undefined) throw new Error(`the tag ${tag} has no description`)
  return tag
}

import type { DemoOrganization } from './demo-organization.ts'
import type { Addresses } from './environment.ts'

export interface StartedCell {
  name: string | null
  addresses: Addresses
  demo: DemoOrganization
  dataFolder: string
}

// Bookings need some lead time.
const LEAD_DAYS = 2

/**
 * The text shown once everything runs: URLs, credentials, sign-in, and three lines to paste into shells in the
 * checkout. The receiver comes first, because it gets events only while it runs. The last line uses a variable set by
 * the second.
 */
export function screen(addresses: Addresses, demo: DemoOrganization, dataFolder: string): string {
  return `
The service is running. Ctrl-C stops it. Its data stays in ${dataFolder}

  API         ${addresses.apiUrl} (documentation: /docs)
  Archives    ${addresses.mediaUrl}
  PostgreSQL  ${addresses.databaseUrl}
  S3          ${addresses.s3Endpoint}
  Mails       ${addresses.mailUrl} (sent since the start)
${paymentsLine(addresses)}
  ${demo.organizationName}: ${demo.organizationId}
  API key     ${demo.apiKey}

Open this in a browser to book, shoot, deliver and approve a job:

  Sign in at  ${addresses.apiUrl}/app/sign-in
  Email       ${demo.email}
  Password    ${demo.password}

Or paste this into a second terminal, in this folder. It shows each webhook, until Ctrl-C:

# Receive webhooks, and verify their signatures
npx -y pnpm@12 demo receiver

When it prints "receiving", paste this into a third terminal, in this folder:

# Book a shoot
${bookLine(addresses, demo)}

# Move it along
${moveLine(addresses, demo)}
`
}

/** The text for several cells. Tries a key of the last cell at the first, as a demonstration. */
export function cellsScreen(cells: readonly StartedCell[], dataFolder: string): string {
  const [first, last] = [cells[0], cells.at(-1)]
  if (!first || !last) throw new Error('there is no cell')
  const { s3Endpoint, mailUrl } = first.addresses
  const tryLine = `curl -sS -H 'x-api-key: ${last.demo.apiKey}' ${first.addresses.apiUrl}/projects; echo`
  return `
The service is running as ${cells.length} cells. Ctrl-C stops them. Their data stays in ${dataFolder}

  S3          ${s3Endpoint} (all cells)
  Mails       ${mailUrl} (all cells, sent since the start)
${paymentsLine(first.addresses)}${cells.map(cellLines).join('')}
A cell knows only its own organizations. Paste this into a second terminal, in this folder:

# Call cell ${first.name} with the key of cell ${last.name}
${tryLine}
`
}

function paymentsLine({ paymentsUrl }: Addresses): string {
  if (paymentsUrl === null) return ''
  return `  Payments    ${paymentsUrl} (no money moves; refunds and disputes are made here)\n`
}

function cellLines({ name, addresses, demo, dataFolder }: StartedCell): string {
  const { apiUrl, mediaUrl, databaseUrl } = addresses
  return `
Cell ${name}
  API         ${apiUrl} (documentation: /docs)
  Archives    ${mediaUrl}
  PostgreSQL  ${databaseUrl}
  Files       ${dataFolder} (dev.json, dev.env; \`DATA_DIR=${dataFolder} npx -y pnpm@12 demo\` plays a job here)

  ${demo.organizationName}: ${demo.organizationId}
  API key     ${demo.apiKey}
  Sign in at  ${apiUrl}/app/sign-in as ${demo.email}, password ${demo.password}
`
}

function bookLine({ apiUrl }: Addresses, { apiKey }: DemoOrganization): string {
  const scheduledTime = new Date(Date.now() + LEAD_DAYS * 86_400_000).toISOString()
  const body = JSON.stringify({ scheduledTime, addressLine1: '12 Main Street' })
  // The id is the response's first field.
  return `ID=$(${curl('-fsSX POST', apiKey, body)} ${apiUrl}/projects/create | cut -d'"' -f4); echo "booked $ID"`
}

function moveLine({ apiUrl }: Addresses, { apiKey }: DemoOrganization): string {
  const body = JSON.stringify({ status: 'BOOKED' })
  return `${curl('-sSX PATCH', apiKey, body)} ${apiUrl}/projects/$ID/status; echo`
}

function curl(options: string, apiKey: string, body: string): string {
  return `curl ${options} -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${body}'`
}

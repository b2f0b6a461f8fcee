import { STAGING_PREFIX } from '@mediajobs/domain'
import { ObjectStoreUnavailable } from '@mediajobs/object-store'
import { type MailServer, objectStoreOptions, uploadCredential } from '@mediajobs/runtime'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { checkBucket as attackBucket } from '../bucket/attacks.ts'
import { type BucketListing, listBucket } from '../bucket/listing.ts'
import { checkPages as tryPages } from '../bucket/pages.ts'
import {
  type Finding,
  NotChecked,
  named,
  ok,
  type Patient,
  reasonOf,
  type Settings,
  warning,
  wrong,
} from './check.ts'

// Checks of the bucket and the mail server. `checkAttacks` and `checkPages` work like `check-bucket`: they write small
// objects and remove them.

const STORE = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'CDN_BASE_URL',
] as const

/** @throws {NotChecked} */
export function storeOptions(settings: Settings) {
  return objectStoreOptions(settings.read(...STORE))
}

function probeOptions(settings: Settings) {
  const upload = uploadCredential(settings.read('S3_UPLOAD_ACCESS_KEY', 'S3_UPLOAD_SECRET_KEY'))
  return { ...storeOptions(settings), ...(upload && { upload }), stagingPrefix: STAGING_PREFIX }
}

const STORE_REMEDIES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create it with node docker/prepare-bucket.ts, or correct S3_BUCKET.',
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_KEY.',
  RequestTimeTooSkewed: "Correct this machine's or the store's clock.",
  AccessDenied: 'Give S3_ACCESS_KEY the policy of docs/operating.md#the-bucket.',
}

export async function checkBucket({ settings }: Patient): Promise<Finding> {
  const options = storeOptions(settings)
  const where = `${options.bucket} at ${options.endpoint}`
  const listing = await listBucket(options).catch((error) => {
    if (error instanceof ObjectStoreUnavailable) return error.reason
    throw error
  })
  if (typeof listing === 'string') {
    return wrong(
      `${options.endpoint} does not respond: ${listing}.`,
      'Start the store, or correct S3_ENDPOINT; a certificate of a private CA needs NODE_EXTRA_CA_CERTS.',
    )
  }
  if (listing.status === 200) return ok(`${where} can be listed with S3_ACCESS_KEY.`)
  const { found, remedy } = refusal(listing)
  return wrong(`${where}: ${found}.`, remedy)
}

function refusal({ status, code }: BucketListing): { found: string; remedy: string } {
  const found =
    code === 'NoSuchBucket'
      ? 'the bucket does not exist'
      : `the store responds ${status} ${code ?? ''}`
  const remedy = STORE_REMEDIES[code ?? ''] ?? "Check the store's log."
  return { found: found.trim(), remedy }
}

export async function checkAttacks(patient: Patient): Promise<Finding> {
  await needBucket(patient)
  const findings = await attackBucket(probeOptions(patient.settings))
  const open = findings.filter(({ verdict }) => verdict === 'open')
  const [first] = open
  const more = 'All of them: node scripts/admin.ts check-bucket'
  if (first)
    return wrong(`Open: ${named(open.map(({ attack }) => attack))}.`, `${first.meaning} ${more}`)
  const warned = findings.find(({ verdict }) => verdict === 'warning')
  if (warned) return warning(warned.meaning, 'docs/operating.md#the-bucket describes it.')
  return ok(`None of ${findings.length} succeeded.`)
}

export async function checkPages(patient: Patient): Promise<Finding> {
  await needBucket(patient)
  const { DELIVERY_BASE_URL: url } = patient.settings.read('DELIVERY_BASE_URL')
  const { origin } = new URL(url)
  const findings = await tryPages(probeOptions(patient.settings), origin)
  const refused = findings.filter(({ isAllowed }) => !isAllowed)
  const [first] = refused
  if (!first) return ok(`Pages of ${origin} can upload and read.`)
  return wrong(
    `A page of ${origin} is refused: ${named(refused.map(({ request }) => request))}.`,
    `${first.meaning} node scripts/admin.ts check-bucket --fix`,
  )
}

async function needBucket({ settings }: Patient): Promise<void> {
  const listing = await listBucket(storeOptions(settings)).catch(() => null)
  if (listing?.status !== 200) throw new NotChecked("the bucket can't be used.")
}

const STEP_MS = 8_000

export async function checkMail({ settings }: Patient): Promise<Finding> {
  const { SMTP_URL: server } = settings.read('SMTP_URL')
  if (!server) return ok('SMTP_URL is not set: the service sends no mail.')
  const where = `${server.host}:${server.port}`
  try {
    const how = await greet(server)
    return ok(`${where} accepts ${how}. No mail was sent.`)
  } catch (error) {
    const { code } = error as { code?: string }
    return wrong(`${where}: ${reasonOf(error)}.`, MAIL_REMEDIES[code ?? ''] ?? MAIL_REMEDY)
  }
}

const MAIL_REMEDY = 'Correct SMTP_URL, or give this machine access to the mail server.'
const MAIL_REMEDIES: Readonly<Record<string, string>> = {
  EAUTH: 'Correct the user name and the password of SMTP_URL.',
  ETLS: 'Enable STARTTLS with a valid certificate on the server, or use smtps://.',
}

/** Connects and authenticates like a dispatcher. @returns what the server accepted */
function greet({ auth, ...server }: MailServer): Promise<string> {
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    tls: { minVersion: 'TLSv1.2' },
  })
  return new Promise<string>((resolve, reject) => {
    connection.on('error', reject)
    connection.connect((error) => {
      if (error) return reject(error)
      const safety = connection.secure ? 'TLS' : 'a connection without TLS'
      const leave = (accepted: string) => {
        connection.quit()
        resolve(accepted)
      }
      if (!auth) return leave(`${safety}, without a sign-in`)
      connection.login(auth, (refusal) =>
        refusal ? reject(refusal) : leave(`${safety} and the sign-in of ${auth.user}`),
      )
    })
  }).catch((error) => {
    connection.close()
    throw error
  })
}

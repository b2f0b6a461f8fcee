import { STAGING_PREFIX } from '@mediajobs/domain'
import { ObjectStoreUnavailable } from '@mediajobs/object-store'
import { objectStoreOptions, uploadCredential } from '@mediajobs/runtime'
import { checkBucket } from '../bucket/attacks.ts'
import { type BucketLook, lookAtBucket } from '../bucket/look.ts'
import { checkPages } from '../bucket/pages.ts'
import { type Check, named, ok, type Patient, reasonOf, warning, wrong } from './check.ts'
import { NotChecked, type Settings } from './settings.ts'

// The checks of the bucket. The last two do what `check-bucket` does: they write small objects and remove them.

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

const REMEDIES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Make it: node docker/prepare-bucket.ts, or correct S3_BUCKET.',
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_KEY.',
  RequestTimeTooSkewed: 'Correct the clock of this machine or of the store.',
  AccessDenied: 'Give S3_ACCESS_KEY the policy of docs/operating.md#the-bucket.',
}

export const bucketCheck: Check = {
  name: 'bucket',
  async run({ settings }) {
    const options = storeOptions(settings)
    const where = `${options.bucket} at ${options.endpoint}`
    const look = await lookAtBucket(options).catch((error) => {
      if (error instanceof ObjectStoreUnavailable) return reasonOf(error)
      throw error
    })
    if (typeof look === 'string') {
      return wrong(
        `${options.endpoint} does not respond: ${look}.`,
        'Start the store, or correct S3_ENDPOINT; a certificate of your own authority needs NODE_EXTRA_CA_CERTS.',
      )
    }
    if (look.status === 200) return ok(`${where} can be listed with S3_ACCESS_KEY.`)
    const { found, remedy } = refusal(look)
    return wrong(`${where}: ${found}.`, remedy)
  },
}

function refusal({ status, code }: BucketLook): { found: string; remedy: string } {
  const found =
    code === 'NoSuchBucket'
      ? 'the bucket does not exist'
      : `the store responds ${status} ${code ?? ''}`
  const remedy = REMEDIES[code ?? ''] ?? 'Look at the log of the store.'
  return { found: found.trim(), remedy }
}

export const attacksCheck: Check = {
  name: 'attacks',
  async run(patient) {
    await needBucket(patient)
    const findings = await checkBucket(probeOptions(patient.settings))
    const open = findings.filter(({ verdict }) => verdict === 'open')
    const [first] = open
    const more = 'All of them: npx -y pnpm@12 admin check-bucket'
    if (first)
      return wrong(`Open: ${named(open.map(({ attack }) => attack))}.`, `${first.meaning} ${more}`)
    const warned = findings.find(({ verdict }) => verdict === 'warning')
    if (warned) return warning(warned.meaning, 'docs/operating.md#the-bucket describes it.')
    return ok(`None of ${findings.length} succeeded.`)
  },
}

export const pagesCheck: Check = {
  name: 'pages',
  async run(patient) {
    await needBucket(patient)
    const { DELIVERY_BASE_URL: url } = patient.settings.read('DELIVERY_BASE_URL')
    const { origin } = new URL(url)
    const findings = await checkPages(probeOptions(patient.settings), origin)
    const refused = findings.filter(({ isAllowed }) => !isAllowed)
    const [first] = refused
    if (!first) return ok(`Pages of ${origin} can upload and read.`)
    return wrong(
      `A page of ${origin} is refused: ${named(refused.map(({ request }) => request))}.`,
      `${first.meaning} npx -y pnpm@12 admin check-bucket --fix`,
    )
  },
}

async function needBucket({ settings }: Patient): Promise<void> {
  const look = await lookAtBucket(storeOptions(settings)).catch(() => null)
  if (look?.status !== 200) throw new NotChecked('the bucket can not be used.')
}

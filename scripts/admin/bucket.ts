import { STAGING_PREFIX } from '@mediajobs/domain'
import { allowPages, ObjectStoreUnavailable, pageRule } from '@mediajobs/object-store'
import {
  environment,
  objectStoreOptions,
  objectStoreVariables,
  uploadCredential,
  variables,
} from '@mediajobs/runtime'
import { checkBucket as check } from './bucket/attacks.ts'
import { listBucket } from './bucket/listing.ts'
import { checkPages, type PageFinding } from './bucket/pages.ts'
import type { Finding } from './bucket/probe.ts'
import { command, Refusal, table, UsageError } from './command.ts'

export const checkBucket = command({
  help: 'Tries attacks on the object store, and checks that pages can upload to it.',
  notes:
    "Needs the api's S3_ variables, and DELIVERY_BASE_URL or --origin for the pages. Writes some " +
    "small objects and removes them again. Exits with 1 if an attack succeeds, or if pages can't " +
    'upload or read.',
  options: {
    origin: {
      kind: 'name',
      help: 'of the pages, like https://media.example; default: that of DELIVERY_BASE_URL',
    },
    fix: {
      kind: 'flag',
      help: "first allow uploads by pages of the origin: set the bucket's CORS",
    },
  },
  async run(given) {
    const config = environment({
      ...objectStoreVariables,
      S3_UPLOAD_ACCESS_KEY: variables.S3_UPLOAD_ACCESS_KEY,
      S3_UPLOAD_SECRET_KEY: variables.S3_UPLOAD_SECRET_KEY,
    })
    const upload = uploadCredential(config)
    const options = {
      ...objectStoreOptions(config),
      ...(upload && { upload }),
      stagingPrefix: STAGING_PREFIX,
    }
    const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = config
    const { code } = await listBucket(options).catch(refuseUnavailable)
    if (code === 'NoSuchBucket') throw new Refusal(noBucket(endpoint, bucket))
    const isFix = given.has('fix')
    const pages = await checkPagesOf(options, given.optional('origin'), isFix).catch(
      refuseUnavailable,
    )
    const findings = await check(options).catch(refuseUnavailable)
    const open = findings.filter(({ verdict }) => verdict === 'open').length
    const head = `${endpoint}  ${bucket}\n\n${table(findings.map(lineOf))}\n\n${summary(open)}\n`
    return {
      json: { endpoint, bucket, open, findings, pages },
      text: `${head}\n${pages ? pagesText(pages) : NO_ORIGIN}`,
      isUnfinished: open > 0 || pages?.findings.some(({ isAllowed }) => !isAllowed) === true,
    }
  },
})

const NO_ORIGIN = 'Pages were not checked: DELIVERY_BASE_URL is not set, and --origin is not given.'

const noBucket = (endpoint: string, bucket: string) =>
  `the store ${endpoint} has no bucket ${bucket}. Create it there, or with docker/prepare-bucket.ts, which reads the ` +
  'same variables and also sets its policy'

const CHANGES = {
  changed: "Set the bucket's CORS.",
  unchanged: "The bucket's CORS is already set.",
  unsupported: "This credential may not set the bucket's CORS: configure it in the store.",
}

function lineOf({ attack, status, verdict, meaning }: Finding): string[] {
  return [
    verdict === 'open' ? 'OPEN' : verdict,
    status === null ? '-' : `${status}`,
    attack,
    meaning,
  ]
}

function pagesText({ rules, change, findings }: PagesResult): string {
  const needed = `Pages need this CORS on the bucket:\n${JSON.stringify(rules, null, 2)}`
  const lines = findings.map(pageLineOf)
  return [needed, ...(change ? [CHANGES[change]] : []), table(lines)].join('\n\n')
}

function pageLineOf({ isAllowed, status, origin, request, meaning }: PageFinding): string[] {
  const what = `a page of ${origin}: ${request}`
  return [isAllowed ? 'allowed' : 'REFUSED', status === null ? '-' : `${status}`, what, meaning]
}

function summary(open: number): string {
  if (open === 0) return 'No attack succeeded.'
  return `${open} ${open === 1 ? 'attack' : 'attacks'} succeeded.`
}

/** Shows the message of an unavailable store without a stack: it isn't a defect. */
export function refuseUnavailable(error: unknown): never {
  if (!(error instanceof ObjectStoreUnavailable)) throw error
  throw new Refusal(error.message)
}

type PagesResult = NonNullable<Awaited<ReturnType<typeof checkPagesOf>>>

/** Checks what pages can do, after setting the bucket's CORS if `isFix`. `null` if no origin is known. */
async function checkPagesOf(
  options: Parameters<typeof check>[0],
  given: string | undefined,
  isFix: boolean,
) {
  const origin = originOf(given)
  if (origin === null) {
    if (isFix) throw new UsageError('--origin is required unless DELIVERY_BASE_URL is set')
    return null
  }
  const change = isFix ? await allowPages(options, [origin]) : undefined
  const findings = await checkPages(options, origin)
  const rules = { CORSRules: [corsRule(origin)] }
  return { origin, rules, ...(change && { change }), findings }
}

/** The pages' origin: `given`, or DELIVERY_BASE_URL's. */
function originOf(given: string | undefined): string | null {
  if (given !== undefined) return asOrigin(given)
  // Required in production, but not for checking attacks.
  if (!process.env.DELIVERY_BASE_URL) return null
  const { DELIVERY_BASE_URL: url } = environment({ DELIVERY_BASE_URL: variables.DELIVERY_BASE_URL })
  return asOrigin(url)
}

function asOrigin(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin
  throw new UsageError('--origin must be an http or https URL')
}

/** The rule that pages need, in the format of the AWS CLI. */
function corsRule(origin: string): object {
  const { ID, AllowedOrigin, AllowedMethod, AllowedHeader, MaxAgeSeconds } = pageRule([origin])
  return {
    ID,
    AllowedOrigins: AllowedOrigin,
    AllowedMethods: AllowedMethod,
    AllowedHeaders: AllowedHeader,
    MaxAgeSeconds: Number(MaxAgeSeconds),
  }
}

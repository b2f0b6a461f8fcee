import { STAGING_PREFIX } from '@mediajobs/domain'
import { checkBucket as check, type Finding, ObjectStoreUnavailable } from '@mediajobs/object-store'
import {
  environment,
  objectStoreOptions,
  objectStoreVariables,
  uploadCredential,
  variables,
} from '@mediajobs/runtime'
import { command, print, printJson, Refusal } from './command.ts'
import { table } from './table.ts'

export const checkBucket = command({
  help: 'Tries attacks on the object store, as an uploader and as a stranger.',
  notes:
    'It needs the S3_ variables of the api. It writes some small objects and removes them again. It exits ' +
    'with 1 when an attack succeeds.',
  options: {},
  async run(given) {
    const config = environment({
      ...objectStoreVariables,
      S3_UPLOAD_ACCESS_KEY: variables.S3_UPLOAD_ACCESS_KEY,
      S3_UPLOAD_SECRET_KEY: variables.S3_UPLOAD_SECRET_KEY,
    })
    const upload = uploadCredential(config)
    const findings = await check({
      ...objectStoreOptions(config),
      ...(upload && { upload }),
      stagingPrefix: STAGING_PREFIX,
    }).catch(refuse)
    const open = findings.filter(({ verdict }) => verdict === 'open').length
    const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = config
    if (given.has('json')) printJson({ endpoint, bucket, open, findings })
    else print(`${endpoint}  ${bucket}\n\n${table(findings.map(lineOf))}\n\n${summary(open)}`)
    return open === 0
  },
})

function lineOf({ attack, status, verdict, meaning }: Finding): string[] {
  return [
    verdict === 'open' ? 'OPEN' : verdict,
    status === null ? '-' : `${status}`,
    attack,
    meaning,
  ]
}

function summary(open: number): string {
  if (open === 0) return 'No attack succeeded.'
  return `${open} ${open === 1 ? 'attack' : 'attacks'} succeeded.`
}

function refuse(error: unknown): never {
  if (!(error instanceof ObjectStoreUnavailable)) throw error
  const { cause } = error
  throw new Refusal(`${error.message}${cause instanceof Error ? `: ${cause.message}` : ''}`)
}

// The settings of docs/operating.md, so that the engines run with exactly what the page says.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PAGE = fileURLToPath(new URL('../../docs/operating.md', import.meta.url))
const BUCKET_OF_PAGE = 'arn:aws:s3:::mediajobs'
const SERVER_OF_PAGE = 'jobs = host=10.0.0.5 dbname=jobs '

/** The configuration of PgBouncer, for every database of a server on this machine. */
export function documentedPooler(serverPort: number): string {
  const [configuration = ''] = blocks('ini', '### A pooler')
  if (!configuration.includes(SERVER_OF_PAGE)) throw changed(SERVER_OF_PAGE)
  return configuration.replace(SERVER_OF_PAGE, `* = host=127.0.0.1 port=${serverPort} `)
}

/** The policies of the service's credential and of the one that signs upload addresses, for `bucket`. */
export function documentedPolicies(bucket: string): { service: string; upload: string } {
  const policies = blocks('json', '## The bucket')
  const [service, upload] = policies.map((policy) => {
    if (!policy.includes(BUCKET_OF_PAGE)) throw changed(BUCKET_OF_PAGE)
    return policy.replaceAll(BUCKET_OF_PAGE, `arn:aws:s3:::${bucket}`)
  })
  if (!service || !upload) throw changed('two policies')
  return { service, upload }
}

/** The code blocks of one language in one section of the page. */
function blocks(language: string, heading: string): string[] {
  const page = readFileSync(PAGE, 'utf8')
  const [, section = ''] = page.split(`\n${heading}\n`)
  const [text = ''] = section.split(/\n##+ /)
  const found = [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))]
  return found.map(([, block = '']) => block)
}

function changed(what: string): Error {
  return new Error(
    `docs/operating.md does not have ${JSON.stringify(what)} any more. Change scripts/engines/documented.ts`,
  )
}

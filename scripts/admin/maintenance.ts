import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '@mediajobs/db'
import type { KeyRing } from '@mediajobs/domain'
import { openObjectStore } from '@mediajobs/object-store'
import { type LostOriginal, requestLostPreviews } from '@mediajobs/operations/lost-files'
import { expectHere, listOrganizations } from '@mediajobs/operations/organizations'
import { checkLedger, type LedgerDifference } from '@mediajobs/operations/payments'
import { countPendingPreviews, requestPreviews } from '@mediajobs/operations/previews'
import { type Rekeyed, rekeySecrets } from '@mediajobs/operations/secrets'
import { type Requeued, requeueFailed } from '@mediajobs/operations/webhooks'
import {
  environment,
  objectStoreOptions,
  objectStoreVariables,
  variables,
} from '@mediajobs/runtime'
import { refuseUnavailable } from './bucket.ts'
import { command, print, table, UsageError, withStore } from './command.ts'

export const rekey = command({
  help: 'Encrypts every secret with the newest key of SECRETS_KEY.',
  notes: 'Exits with 1 if a secret still needs an older key. Can be interrupted and rerun.',
  options: {},
  async run() {
    const { SECRETS_KEY } = environment({ SECRETS_KEY: variables.SECRETS_KEY })
    const json = await withStore(({ sql }, show) =>
      rekeySecrets(sql, SECRETS_KEY, (rekeyed) => show(`${rekeyed} re-encrypted …`)),
    )
    return { json, text: rekeyedText(json, SECRETS_KEY), isUnfinished: json.left.length > 0 }
  },
})

function rekeyedText({ rekeyed, left, unreadable }: Rekeyed, { keyIds }: KeyRing): string {
  const newest = `the newest key (${keyIds[0]})`
  const lines = left.map(({ keyId, count }) => {
    const place = keyIds.indexOf(keyId)
    const key = `the key ${keyId}, which ${place > 0 ? `is number ${place + 1} of` : 'is not in'}`
    return `left: ${count} with ${key} SECRETS_KEY`
  })
  lines.push(...unreadable.map((row) => `unreadable: ${row} has changed since it was encrypted`))
  if (left.length === 0) {
    return `${rekeyed} secrets re-encrypted. All have ${newest}: older keys can be removed.`
  }
  const advice = left.some(({ keyId }) => !keyIds.includes(keyId))
    ? 'Append the missing keys to SECRETS_KEY and rerun.'
    : 'First restart every process with the newest key, and finish running moves. Then rerun.'
  return [`${rekeyed} secrets re-encrypted with ${newest}.`, ...lines, advice].join('\n')
}

export const requeue = command({
  help: 'Retries each FAILED webhook delivery once.',
  notes: 'Can be interrupted and rerun. With the same --until, no delivery is retried twice.',
  options: {
    organization: { kind: 'id', help: 'deliveries of this organization' },
    subscription: { kind: 'id', help: 'deliveries of this webhook subscription' },
    all: { kind: 'flag', help: 'deliveries of all organizations' },
    since: { kind: 'time', help: 'deliveries that failed at this time or later' },
    until: { kind: 'time', help: 'deliveries that failed before this time; default: now' },
    'dry-run': { kind: 'flag', help: 'only count the deliveries' },
  },
  async run(given) {
    const span = {
      organizationId: given.optional('organization'),
      subscriptionId: given.optional('subscription'),
      since: given.optional('since'),
      until: given.optional('until'),
    }
    const isSome = span.organizationId !== undefined || span.subscriptionId !== undefined
    if (isSome === given.has('all')) {
      throw new UsageError('either --all, or --organization or --subscription, is required')
    }
    if (span.since && span.until && Date.parse(span.until) <= Date.parse(span.since)) {
      throw new UsageError('--until must be later than --since')
    }
    const isDry = given.has('dry-run')
    const outcome = await withStore(async (store, show) => {
      if (span.organizationId !== undefined) await expectHere(store.sql, span.organizationId)
      const report = {
        // Needed to resume an interrupted run.
        onBegin: (until: string) => (given.has('json') ? undefined : print(`--until ${until}`)),
        onProgress: (done: number) => show(`${done} requeued …`),
      }
      return requeueFailed(store, span, isDry ? null : report)
    })
    return { json: { ...outcome, dryRun: isDry }, text: requeuedText(outcome, isDry) }
  },
})

function requeuedText({ requeued, switchedOff, until }: Requeued, isDry: boolean): string {
  const lines = [`${requeued} ${isDry ? 'would be requeued' : 'requeued'} (--until ${until})`]
  if (switchedOff > 0) lines.push(`${switchedOff} skipped: their subscription is disabled`)
  return lines.join('\n')
}

// A picture takes about a second, so polling faster gains nothing.
const POLL_MS = 1_000

export const derive = command({
  help: 'Requests missing derivatives and checksums from the media processes.',
  notes:
    'Waits until all are done and shows how many are left. If interrupted, the media processes continue. Can be rerun. ' +
    '--lost needs the S3_ variables, and exits with 1 if originals are lost.',
  options: {
    missing: { kind: 'flag', help: 'for media without any' },
    refused: { kind: 'flag', help: 'retry refused pictures' },
    lost: { kind: 'flag', help: 'for pictures that the bucket lacks; lists lost originals' },
    organization: { kind: 'id', help: 'only for this organization; default: all' },
  },
  async run(given) {
    if ((['missing', 'refused', 'lost'] as const).filter((name) => given.has(name)).length !== 1) {
      throw new UsageError('one of --missing, --refused and --lost is required')
    }
    const organizationId = given.optional('organization')
    const objectStore = given.has('lost')
      ? openObjectStore(objectStoreOptions(environment(objectStoreVariables)))
      : null
    const json = await withStore(async ({ sql }, show) => {
      if (organizationId !== undefined) await expectHere(sql, organizationId)
      const lost = objectStore
        ? await requestLostPreviews(sql, objectStore, organizationId, (n) =>
            show(`${n} checked …`),
          ).catch(refuseUnavailable)
        : undefined
      const wanted = { organizationId, isRefused: given.has('refused') }
      const requested =
        lost?.requested ?? (await requestPreviews(sql, wanted, (n) => show(`${n} requested …`)))
      for (;;) {
        const left = await countPendingPreviews(sql, organizationId)
        if (left === 0) return { requested, ...lost }
        show(`${left} left …`)
        await pause(POLL_MS)
      }
    })
    const { requested, originals = [] } = json
    const lines = [`${requested} requested. All are done or refused.`]
    if (originals.length > 0) lines.push(originalsText(originals))
    return { json, text: lines.join('\n'), isUnfinished: originals.length > 0 }
  },
})

function originalsText(originals: readonly LostOriginal[]): string {
  const heads = ['organization', 'project', 'media', 'file name']
  const rows = originals.map(({ organizationId, projectId, mediaId, filename }) => [
    organizationId,
    projectId,
    mediaId,
    filename,
  ])
  return `Lost originals:\n${table([heads, ...rows])}`
}

export const checkLedgers = command({
  help: 'Compares invoices, payments, refunds and events, and prints each difference.',
  notes: 'Read-only. Exits with 1 if there are differences.',
  options: { organization: { kind: 'id', help: 'only this one; default: all' } },
  async run(given) {
    const only = given.optional('organization')
    const json = await withStore(async ({ sql, database }, show) => {
      if (only !== undefined) await expectHere(sql, only)
      const ids = only === undefined ? await idsHere(sql) : [only]
      const found: LedgerDifference[] = []
      for (const [n, id] of ids.entries()) {
        show(`organization ${n + 1} of ${ids.length}`)
        found.push(...(await checkLedger(database, id)))
      }
      return found
    })
    return { json, text: textOf(json), isUnfinished: json.length > 0 }
  },
})

/** Excludes organizations that moved away or are arriving, whose rows are stale or incomplete. */
async function idsHere(sql: Sql): Promise<string[]> {
  const organizations = await listOrganizations(sql)
  return organizations.flatMap(({ id, move }) =>
    /^(MOVED|ARRIVING)$/.test(move?.step ?? '') ? [] : id,
  )
}

function textOf(differences: readonly LedgerDifference[]): string {
  if (differences.length === 0) return 'The ledger has no differences.'
  const heads = ['organization', 'of', 'id', 'field', 'expected', 'found']
  const rows = differences.map(({ organizationId, of, id, field, expected, found }) =>
    [organizationId, of, id, field, expected, found].map(String),
  )
  return table([heads, ...rows])
}

import { openStore } from '@mediajobs/outbox'
import { VERSION } from '@mediajobs/runtime'
import { command, print } from './command.ts'
import {
  type Check,
  type Finding,
  findingOf,
  NotChecked,
  type Patient,
  type Settings,
} from './doctor/check.ts'
import * as database from './doctor/database.ts'
import * as network from './doctor/network.ts'
import * as processes from './doctor/processes.ts'
import * as settings from './doctor/settings.ts'
import * as stores from './doctor/stores.ts'

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['variables', settings.checkVariables],
  ['clock', settings.checkClock],
  ['database', database.checkDatabase],
  ['rights', database.checkRights],
  ['media role', processes.checkMediaRole],
  ['schema', processes.checkSchema],
  ['settings', database.checkSettings],
  ['standby', database.checkStandby],
  ['slots', database.checkSlots],
  ['partitions', processes.checkPartitions],
  ['transactions', database.checkTransactions],
  ['disk', processes.checkDisk],
  ['processes', processes.checkProcesses],
  ['keys', settings.checkKeys],
  ['bucket', stores.checkBucket],
  ['attacks', stores.checkAttacks],
  ['pages', stores.checkPages],
  ['mail', stores.checkMail],
  ['proxy', network.checkProxy],
  ['certificates', network.checkCertificates],
  ['deliveries', network.checkDeliveries],
  ['callers', network.checkCallers],
  ['archives', network.checkArchives],
]

export const doctor = command({
  help: 'Checks the whole installation, and prints problems and remedies.',
  notes:
    'Needs the variables of all processes, and MEDIA_DATABASE_URL. Changes nothing, except that it writes small ' +
    'objects to the bucket and removes them, like check-bucket. Takes up to 30 seconds, and exits with 1 if something is wrong.',
  options: {},
  async run(given) {
    const { patient, close } = openPatient(settings.readSettings(process.env))
    const isJson = given.has('json')
    try {
      // Concurrently: a hanging check delays only its line.
      const running = CHECKS.map(([name, check]) => ({ name, found: findingOf(check, patient) }))
      const checks: ({ check: string } & Finding)[] = []
      for (const { name, found } of running) {
        const finding = await found
        if (!isJson) print(lineOf(name, finding))
        checks.push({ check: name, ...finding })
      }
      const count = (verdict: string) => checks.filter((each) => each.verdict === verdict).length
      const [wrong, warnings] = [count('wrong'), count('warning')]
      return {
        json: { version: VERSION, wrong, warnings, checks },
        text: `\n${wrong} wrong, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${count('ok')} ok.`,
        isUnfinished: wrong > 0,
      }
    } finally {
      close()
    }
  },
})

const NAME_WIDTH = Math.max(...CHECKS.map(([name]) => name.length))
const VERDICT_WIDTH = 'warning'.length

function lineOf(name: string, { verdict, found, remedy }: Finding): string {
  const head = `${verdict.padEnd(VERDICT_WIDTH)}  ${name.padEnd(NAME_WIDTH)}  ${found}`
  return remedy === null ? head : `${head} → ${remedy}`
}

// For concurrent statements, so one that waits for a lock doesn't block the others.
const POOL_SIZE = 5

function openPatient(settings: Settings): { patient: Patient; close(): void } {
  let store: ReturnType<typeof openStore> | undefined
  const open = () => {
    const { DATABASE_URL: databaseUrl } = settings.read('DATABASE_URL')
    store ??= openStore({
      databaseUrl,
      poolSize: POOL_SIZE,
      applicationName: 'admin',
      onError() {},
    })
    return store
  }
  // Why the database doesn't respond, or null; shared by all its checks.
  let refusal: Promise<unknown> | undefined
  return {
    patient: {
      settings,
      async sql() {
        const { sql } = open()
        refusal ??= sql.queryOnce('select 1').then(
          () => null,
          (error: unknown) => error,
        )
        const cause = await refusal
        if (cause !== null) throw new NotChecked('the database does not respond.', { cause })
        return sql
      },
      ready: () => open().ready(),
    },
    // Not awaited: a hanging check may still use it.
    close: () => void store?.close().catch(() => {}),
  }
}

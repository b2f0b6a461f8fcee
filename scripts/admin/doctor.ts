import { openStore } from '@mediajobs/outbox'
import { VERSION } from '@mediajobs/runtime'
import { command, print, printJson } from './command.ts'
import {
  type Check,
  type Finding,
  findingOf,
  NotChecked,
  type Patient,
  type Settings,
} from './doctor/check.ts'
import {
  databaseCheck,
  rightsCheck,
  settingsCheck,
  slotsCheck,
  standbyCheck,
  transactionsCheck,
} from './doctor/database.ts'
import {
  archivesCheck,
  callersCheck,
  certificatesCheck,
  deliveriesCheck,
  proxyCheck,
} from './doctor/network.ts'
import {
  diskCheck,
  mediaRoleCheck,
  partitionsCheck,
  processesCheck,
  schemaCheck,
} from './doctor/processes.ts'
import { clockCheck, keysCheck, readSettings, variablesCheck } from './doctor/settings.ts'
import { attacksCheck, bucketCheck, mailCheck, pagesCheck } from './doctor/stores.ts'

const CHECKS: readonly Check[] = [
  variablesCheck,
  clockCheck,
  databaseCheck,
  rightsCheck,
  mediaRoleCheck,
  schemaCheck,
  settingsCheck,
  standbyCheck,
  slotsCheck,
  partitionsCheck,
  transactionsCheck,
  diskCheck,
  processesCheck,
  keysCheck,
  bucketCheck,
  attacksCheck,
  pagesCheck,
  mailCheck,
  proxyCheck,
  certificatesCheck,
  deliveriesCheck,
  callersCheck,
  archivesCheck,
]

export const doctor = command({
  help: 'Checks the whole installation, and prints what is wrong and what to do.',
  notes:
    'It needs the variables of all processes, and MEDIA_DATABASE_URL. It changes nothing; in the bucket it writes small ' +
    'objects and removes them, as check-bucket does. It takes up to 15 seconds, and exits with 1 when something is wrong.',
  options: {},
  async run(given) {
    const settings = readSettings(process.env)
    const { patient, close } = openPatient(settings)
    const isJson = given.has('json')
    try {
      // All run at once: one that hangs keeps only its own line back.
      const running = CHECKS.map((check) => findingOf(check, patient))
      const checks: ({ check: string } & Finding)[] = []
      for (const [i, { name }] of CHECKS.entries()) {
        const finding = (await running[i]) as Finding
        if (!isJson) print(lineOf(name, finding))
        checks.push({ check: name, ...finding })
      }
      const count = (verdict: string) => checks.filter((each) => each.verdict === verdict).length
      const [wrong, warnings] = [count('wrong'), count('warning')]
      if (isJson) printJson({ version: VERSION, wrong, warnings, checks })
      else print(`\n${wrong} wrong, ${warnings} to look at, ${count('ok')} ok.`)
      return wrong === 0
    } finally {
      close()
    }
  },
})

const NAME_WIDTH = Math.max(...CHECKS.map(({ name }) => name.length))
const VERDICT_WIDTH = 'warning'.length

function lineOf(name: string, { verdict, found, remedy }: Finding): string {
  const head = `${verdict.padEnd(VERDICT_WIDTH)}  ${name.padEnd(NAME_WIDTH)}  ${found}`
  return remedy === null ? head : `${head} → ${remedy}`
}

// For the statements that run at once. One that waits for a lock does not keep the others back.
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
  // All checks of the database share one answer to whether it responds: the reason why not, or null.
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
    // Not waited for: a check that hangs may still use it.
    close: () => void store?.close().catch(() => {}),
  }
}

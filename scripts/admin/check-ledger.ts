import { listOrganizations } from '@mediajobs/operations/organizations'
import { checkLedger, type LedgerDifference } from '@mediajobs/operations/payments'
import { command, table, withStore } from './command.ts'

export const checkLedgers = command({
  help: 'Compares invoices, payments, refunds and events, and prints each difference.',
  notes:
    'Read-only. Exits with 1 if there are differences. A payment that arrives during the run may look like one: run it again.',
  options: { organization: { kind: 'id', help: 'only this one; default: all' } },
  async run(given) {
    const only = given.optional('organization')
    const json = await withStore(async ({ sql }, show) => {
      const ids = only === undefined ? (await listOrganizations(sql)).map(({ id }) => id) : [only]
      const found: LedgerDifference[] = []
      for (const [n, id] of ids.entries()) {
        show(`organization ${n + 1} of ${ids.length}`)
        found.push(...(await checkLedger(sql, id)))
      }
      return found
    })
    return { json, text: textOf(json), isUnfinished: json.length > 0 }
  },
})

function textOf(differences: readonly LedgerDifference[]): string {
  if (differences.length === 0) return 'The ledger has no differences.'
  const heads = ['organization', 'of', 'id', 'field', 'expected', 'found']
  const rows = differences.map(({ organizationId, of, id, field, expected, found }) =>
    [organizationId, of, id, field, expected, found].map(String),
  )
  return table([heads, ...rows])
}

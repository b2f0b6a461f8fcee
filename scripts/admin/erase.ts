import { type Erasure, eraseOrganization } from '@mediajobs/operations/organizations'
import { command, print, printJson } from './command.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

export const erase = command({
  help: 'Deletes an organization with all its data, for ever.',
  notes: 'Export it first. When it was interrupted, run it again to finish it.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'the organization' },
    confirm: { kind: 'name', isNeeded: true, help: 'its name, to confirm' },
  },
  async run(given) {
    const outcome = await withProgress((show) =>
      withStore((store) =>
        eraseOrganization(store, given.text('organization'), given.text('confirm'), (table, rows) =>
          show(`${rows} rows erased (${table}) …`),
        ),
      ),
    )
    if (given.has('json')) printJson(outcome)
    else print(readable(outcome))
    return true
  },
})

function readable({ rows, objectsWaiting }: Erasure): string {
  const waiting = `${objectsWaiting} objects wait to be removed from the store by the dispatcher.`
  return `${rows} rows erased.${objectsWaiting > 0 ? `\n${waiting}` : ''}`
}

import { type Erasure, eraseOrganization } from '@mediajobs/operations/organizations'
import { command, print, printJson } from './command.ts'
import { withProgress } from './progress.ts'
import { withStore } from './store.ts'

export const erase = command({
  help: 'Deletes an organization with all its data, for ever.',
  notes: 'Export it first. Broken off, it is finished by running it again.',
  options: {
    organization: { kind: 'id', isNeeded: true, help: 'which one' },
    confirm: { kind: 'name', isNeeded: true, help: 'its name, to say that it is meant' },
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

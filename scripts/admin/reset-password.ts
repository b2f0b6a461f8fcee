import { resetPassword as reset } from '@mediajobs/operations'
import { command, print, printJson } from './command.ts'
import { withStore } from './store.ts'

export const resetPassword = command({
  says: 'Gives a person a new password, printed once, and ends all their sessions.',
  options: { email: { kind: 'email', isNeeded: true, says: 'whose account' } },
  async run(given) {
    const email = given.text('email')
    const password = await withStore(({ database }) =>
      database.transaction((tx) => reset(tx, email)),
    )
    if (given.has('json')) printJson({ email, password })
    else print(`password  ${password}\nAll their sessions have ended. It is not shown again.`)
    return true
  },
})

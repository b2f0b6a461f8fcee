import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { withDeadline } from '../src/waiting.ts'

t.test('a wait ends with the value or the error of its promise', async (t) => {
  t.equal(await withDeadline(pause(1, 'value'), 60_000), 'value')
  await t.rejects(withDeadline(Promise.reject(new Error('refused')), 60_000), /refused/)
  t.equal(await withDeadline(undefined, 60_000), undefined, 'there is nothing to wait for')
})

t.test('a wait ends at its deadline, without a value', async (t) => {
  const { promise } = Promise.withResolvers<string>()
  t.equal(await withDeadline(promise, 20), undefined)
})

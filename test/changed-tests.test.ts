import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import t from 'tap'
import {
  changesSinceMain,
  reachedTests,
  readDependents,
  withinBudget,
} from '../scripts/test/changed.ts'

// `pnpm test --changed`.

const dependents = readDependents(fileURLToPath(new URL('..', import.meta.url)))
const testsOf = (...changed: string[]) => reachedTests(changed, dependents).map(({ test }) => test)

t.test('a changed test runs first', async (t) => {
  const [first] = reachedTests(['test/errors.test.ts'], dependents)
  t.match(first, { test: 'test/errors.test.ts', steps: 0 })
})

t.test('tests that import the changed file run before those that reach it later', async (t) => {
  const reached = reachedTests(['packages/domain/src/money.ts'], dependents)
  t.ok(reached.length > 1)
  t.strictSame(
    reached.map(({ steps }) => Math.min(steps, 2)),
    reached.map(({ steps }) => Math.min(steps, 2)).sort(),
  )
})

t.test(
  'when a package entry imports everything, tests named like the changed file run first',
  async (t) => {
    const [first, second] = testsOf(
      'packages/operations/src/webhooks/recover-deliveries.ts',
    ).filter((test) => test.startsWith('apps/api/'))
    t.match(first, /webhooks?[-/].*(recover|deliveries)/)
    t.match(second, /webhook/)
  },
)

t.test('a test depends on files it reads and programs it starts', async (t) => {
  t.ok(testsOf('docs/errors.md').includes('test/docs.test.ts'))
  t.ok(testsOf('apps/api/src/main.ts').includes('test/signals.test.ts'))
})

t.test('the selected tests fit into a minute, nearest first', async (t) => {
  const reached = reachedTests(['packages/domain/src/index.ts'], dependents)
  const durationsMs = Object.fromEntries(reached.map(({ test }) => [test, 10_000]))
  const chosen = withinBudget(reached, durationsMs, 3)
  const seconds = (chosen.length * 10) / 3
  t.ok(seconds > 20 && seconds < 60, `${seconds} s`)
  t.strictSame(chosen, reached.slice(0, chosen.length))
})

t.test('changed files are those that differ from the branch point on main', async (t) => {
  const folder = await scratchFolder(t)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], {
      cwd: folder,
    })
  const write = (name: string) => writeFileSync(join(folder, name), `${Math.random()}`)
  git('init', '-q', '-b', 'main')
  for (const name of ['a', 'b', 'c', 'd']) write(name)
  git('add', '.')
  git('commit', '-qm', 'first')
  git('checkout', '-qb', 'branch')
  write('a')
  git('commit', '-qam', 'on the branch')
  git('checkout', '-q', 'main')
  write('b')
  git('commit', '-qam', 'on main, after branching')
  git('checkout', '-q', 'branch')
  write('c')
  write('new')
  t.strictSame(changesSinceMain(folder).files, ['a', 'c', 'new'])
})

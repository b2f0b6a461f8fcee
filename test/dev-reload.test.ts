import { globSync } from 'node:fs'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processTree, scratchFolder, until } from '@mediajobs/local-engines/testing'
import t from 'tap'
import { copyCheckout } from './support/checkout-copy.ts'
import { readDescription, startDev, untilGone } from './support/dev.ts'

const checkout = await copyCheckout(t)
const dataDir = await scratchFolder(t)
const dev = await startDev(t, { dataDir, checkout })
const { apiUrl } = dev.description

const SERVED_NAME = "name: 'Media Production Job Service'"
const [served = ''] = await sourcesWith('apps/api/src', SERVED_NAME)
const source = await readFile(served, 'utf8')
const named = (name: string) => source.replace(SERVED_NAME, `name: '${name}'`)

t.test('`dev` serves a saved source of the api, on the same port [c9-dev-reload]', async (t) => {
  const before = (await readDescription(dataDir)).pids
  await writeFile(served, named('Saved'))
  await untilServed('Saved')
  const pids = await until('its pid in dev.json', async () => {
    const { pids } = await readDescription(dataDir)
    return pids.api !== before.api && pids
  })
  t.equal(pids.dispatcher, before.dispatcher, "the dispatcher doesn't use that source")
  t.match(dev.output(), new RegExp(`^api: .*${served.slice(-9)} saved, restarting$`, 'm'))
})

t.test('`dev` notices every time an editor replaces a file', async () => {
  for (const name of ['Replaced', 'Replaced again']) {
    await writeFile(`${served}.unsaved`, named(name))
    await rename(`${served}.unsaved`, served)
    await untilServed(name)
  }
})

t.test(
  '`dev` restarts only the dispatcher when its own source changes [c9-dev-reload]',
  async (t) => {
    const before = (await readDescription(dataDir)).pids
    const main = join(checkout, 'apps/dispatcher/src/main.ts')
    await appendFile(main, "\nprocess.stdout.write('a new line\\n')\n")
    await untilShown(/^dispatcher +a new line$/m)
    t.equal((await readDescription(dataDir)).pids.api, before.api)
  },
)

t.test('`dev` restarts both services when a shared package changes', async () => {
  const before = (await readDescription(dataDir)).pids
  await appendFile(join(checkout, 'packages/domain/src/index.ts'), '\n// saved\n')
  await until('two other processes', async () => {
    const { pids } = await readDescription(dataDir)
    return pids.api !== before.api && pids.dispatcher !== before.dispatcher
  })
  await untilServed('Replaced again')
})

t.test('`dev` survives a source that doesn’t parse, and serves the fixed one', async () => {
  await writeFile(served, `${source}\n}`)
  await untilShown(/^api has exited \(exit code 1\): restarting in/m)
  await writeFile(served, named('Mended'))
  await untilServed('Mended')
})

t.test('`dev` says that a migration is applied on the next start', async () => {
  await writeFile(join(checkout, 'migrations/9999_new.sql'), 'select 1;\n')
  await untilShown(/^a migration was saved: restart `dev` to run it$/m)
})

t.test('`dev` leaves nothing behind when it is killed after reloads', async (t) => {
  const tree = await processTree(dev.pid)
  t.ok(tree.length > 6)
  await dev.end('SIGKILL')
  await untilGone(tree)
})

async function sourcesWith(folder: string, text: string): Promise<string[]> {
  const paths = globSync(`${folder}/**/*.ts`, { cwd: checkout }).map((path) => join(checkout, path))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return paths.filter((_, i) => texts[i]?.includes(text))
}

// Promised within two seconds; a slow machine takes longer.
async function untilServed(name: string): Promise<void> {
  await until(
    `the name ${name}`,
    async () => {
      const response = await fetch(apiUrl).catch(() => null)
      const body = (await response?.json().catch(() => null)) as { name: string } | null
      return body?.name === name
    },
    30_000,
  )
}

function untilShown(line: RegExp): Promise<unknown> {
  return until(`${line} in the output`, () => line.test(dev.output()))
}

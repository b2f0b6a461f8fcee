// Runs every fenced block of the integrators' documents as a reader would: against `pnpm dev` with its limits, in a
// folder without installed packages. `UPDATE_DOCS=1 pnpm test test/docs.test.ts` rewrites the blocks that differ from
// the output.
import { access, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EVENT_NAMES, EVENTS, FIELD_CODES, PROBLEM_CODES, TEST_EVENT } from '@mediajobs/domain'
import { freePort } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { createOrganization } from '@mediajobs/operations/organizations'
import { openStore } from '@mediajobs/outbox'
import { recordSecrets } from '@mediajobs/runtime/testing'
import { startReceiver } from '@mediajobs/testing/dispatcher/receiver'
import t, { type Test } from 'tap'
import { problemCodes } from '../scripts/problem-codes.ts'
import {
  type Block,
  type Document,
  fileOf,
  linksOf,
  readDocument,
  withBlock,
} from './docs/document.ts'
import { postEveryEvent } from './docs/every-event.ts'
import { asDocumented, isLike } from './docs/likeness.ts'
import { openTerminal, type Terminal } from './docs/terminal.ts'
import { ROOT, startDev } from './support/dev.ts'

const START = 'npx -y pnpm@12 dev'
const QUICKSTART = 'docs/quickstart.md'
const PLAYED = [
  QUICKSTART,
  'docs/api.md',
  'docs/errors.md',
  'docs/changes.md',
  'docs/recipes/README.md',
  'docs/recipes/book-from-a-form.md',
  'docs/recipes/sync-a-crm.md',
  'docs/recipes/receive-webhooks.md',
  'docs/recipes/ten-receivers.md',
  'docs/recipes/upload-a-shoot.md',
  'docs/recipes/import-a-spreadsheet.md',
  'docs/recipes/take-payments.md',
  'docs/recipes/connect-an-agent.md',
  'docs/recipes/agent-inbox.md',
  'docs/recipes/own-gallery.md',
  'docs/recipes/cdn-for-pictures.md',
]
// Sources that use problem codes.
const PROBLEM_SOURCES = [
  'apps/api/src',
  'apps/media/src',
  'packages/operations/src',
  'packages/pages/src',
]
const FILES = ['js', 'python', 'csv']
// These need a library: test/webhook-libraries.test.ts runs them.
const RUN_ELSEWHERE = ['verify-with-stripe.mjs', 'verify-with-standard-webhooks.mjs']
// Tests don't require interpreters for these languages. The documents say how the programs were run manually.
const RUN_BY_HAND = ['ruby', 'php']
const SHOWN_LIMIT_MS = 15_000
const QUIET_MS = 1_500
const isUpdating = process.env.UPDATE_DOCS === '1'

const everyBlock = (await Promise.all(PLAYED.map(readDocument))).flatMap(({ blocks }) => blocks)
const env = { WEBHOOK_DISABLE_AFTER: '1s' }
const dataDir = await scratchFolder(t)
const dev = await startDev(t, { dataDir, env })
const { apiUrl, databaseUrl } = dev.description
const folder = await scratchFolder(t)
const { paymentsKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
/** Each organization's first key, by name. */
const organizations = new Map<string, string>()

for (const path of PLAYED) {
  t.test(`every step of ${path} works with the documented output`, async (t) => {
    const document = await readDocument(path)
    const apiKey = await keyFor(path)
    const notes = await mkdtemp(join(folder, '.notes-'))
    await mkdir(join(folder, '.data'), { recursive: true })
    await writeFile(join(folder, '.data', 'dev.json'), JSON.stringify({ apiUrl, apiKey }))
    const terminal = openTerminal(folder, notes, {
      PATH: process.env.PATH,
      HOME: folder,
      // The quickstart sets these itself.
      ...(path !== QUICKSTART && { API: apiUrl, KEY: apiKey }),
      // The first cell's key at the payment emulator.
      STRIPE_KEY: `${paymentsKey}0`,
      RECEIVER_PORT: String(await freePort()),
    })
    t.teardown(() => terminal.close())
    await play(t, document, terminal)
  })
}

t.test(
  'docs/events.md shows each event as posted [i6-body-event, i6-header-id, i6-header-event, c3-delivery-url, c9-dev-receivers]',
  async (t) => {
    if (isUpdating) await addSections()
    const document = await readDocument('docs/events.md')
    const receiver = await startReceiver()
    t.teardown(() => receiver.close())
    const wanted = await postEveryEvent(dev.description, receiver, EVENT_NAMES)
    t.equal(receiver.requests.length, wanted)
    const posted = new Map(
      receiver.requests.map((each) => [String(each.headers['x-webhook-event']), each]),
    )
    t.strictSame(
      document.blocks.filter(({ language }) => language === 'json').map(({ heading }) => heading),
      [...EVENT_NAMES, TEST_EVENT],
    )
    const updates: Update[] = []
    for (const block of document.blocks) {
      const request = posted.get(block.heading)
      t.ok(request, `${block.heading} was posted`)
      if (!request) continue
      const output = block.language === 'json' ? request.body.toString() : headersOf(request)
      updates.push(...compare(t, document, block, output))
    }
    await write(t, document, updates)
  },
)

t.test(
  'docs/errors.md lists every code returned by the service, with its status [c1-errors-code]',
  async (t) => {
    const file = 'packages/domain/src/problem-codes.ts'
    t.equal(
      await readFile(join(ROOT, file), 'utf8'),
      await problemCodes(),
      '`pnpm openapi` writes it',
    )
    const sources = await Promise.all(PROBLEM_SOURCES.map(sourceOf))
    for (const code of Object.keys(PROBLEM_CODES)) {
      t.ok(sources.join().includes(`'${code}'`), `${code} is used`)
    }
  },
)

t.test('docs/errors.md lists every field code [c1-errors-fields]', async (t) => {
  const { text } = await readDocument('docs/errors.md')
  const [, section = ''] = text.split('## Fields')
  for (const code of Object.keys(FIELD_CODES)) t.ok(section.includes(`\`${code}\``), code)
})

t.test('every link in the documents resolves to a file', async (t) => {
  for (const path of [...PLAYED, 'docs/events.md']) {
    for (const target of linksOf(await readDocument(path))) {
      await t.resolves(access(join(ROOT, target)), `${path}: ${target}`)
    }
  }
})

/** Adds the section of each new event to docs/events.md: its sentence, and an empty payload. */
async function addSections(): Promise<void> {
  const { path, text } = await readDocument('docs/events.md')
  let [updated, next] = [text, TEST_EVENT as string]
  for (const name of EVENT_NAMES.toReversed()) {
    const section = `## ${name}\n\n${EVENTS[name].sentence}.\n\n\`\`\`json\n{}\n\`\`\`\n\n`
    const isThere = updated.includes(`## ${name}\n`)
    if (!isThere) updated = updated.replace(`## ${next}\n`, `${section}## ${next}\n`)
    next = name
  }
  if (updated !== text) await writeFile(fileOf(path), updated)
}

async function play(t: Test, document: Document, terminal: Terminal): Promise<void> {
  const updates: Update[] = []
  for (const [i, block] of document.blocks.entries()) {
    const at = `${document.path}:${block.line}`
    switch (block.language) {
      case 'sh':
        await runCommands(t, block, at, terminal)
        break
      case 'json':
      case 'text':
        t.equal(document.blocks[i - 1]?.language, 'sh', `${at} follows a command`)
        updates.push(...compare(t, document, block, await shown(terminal, block)))
        break
      default:
        if (isPlayed(block)) await saveFile(t, block, at)
    }
    // The next blocks depend on this one.
    if (!t.passing()) return
  }
  await write(t, document, updates)
}

function isPlayed({ language, filename = '' }: Block): boolean {
  return !RUN_BY_HAND.includes(language) && !RUN_ELSEWHERE.includes(filename)
}

async function runCommands(t: Test, { text }: Block, at: string, terminal: Terminal) {
  if (text === START) return terminal.show(dev.output())
  const { exitCode } = await terminal.run(text)
  t.equal(exitCode, 0, `${at} ends with 0: ${exitCode === 0 ? '' : await terminal.shown()}`)
}

async function saveFile(t: Test, { language, filename, text }: Block, at: string) {
  if (!filename || !FILES.includes(language)) {
    t.fail(`${at} has a language that is not run`)
    return
  }
  await writeFile(join(folder, filename), `${text}\n`)
  t.notMatch(text, /^import .* from '(?!node:|\.\/)/m, `${at} needs nothing installed`)
  const isRun = ({ language, text }: Block) => language === 'sh' && text.includes(filename)
  const isImported = ({ text }: Block) => text.includes(`'./${filename}'`)
  t.ok(
    everyBlock.some((other) => isRun(other) || isImported(other)),
    `${at} is run`,
  )
}

/** Waits until the terminal shows the block's text; for an update, until the output stops growing. */
async function shown(terminal: Terminal, { text, language }: Block): Promise<string> {
  let output = await terminal.shown()
  let changedAtMs = Date.now()
  const until = changedAtMs + SHOWN_LIMIT_MS
  while (!isLike(text, output, language) && Date.now() < until) {
    if (isUpdating && output && Date.now() - changedAtMs > QUIET_MS) break
    await new Promise((resolve) => setTimeout(resolve, 20))
    const now = await terminal.shown()
    if (now !== output) changedAtMs = Date.now()
    output = now
  }
  return output
}

async function sourceOf(path: string): Promise<string> {
  const names = await readdir(join(ROOT, path), { recursive: true })
  const files = names.filter((name) => name.endsWith('.ts'))
  return (await Promise.all(files.map((name) => readFile(join(ROOT, path, name), 'utf8')))).join()
}

interface Update {
  block: Block
  content: string
}

function compare(t: Test, document: Document, block: Block, output: string): Update[] {
  const { language, text, line } = block
  if (isLike(text, output, language)) {
    t.pass(`${document.path}:${line} matches the output`)
    return []
  }
  const content = asDocumented(text, output, language)
  if (isUpdating && content !== null) return [{ block, content }]
  t.equal(text, content ?? output, `${document.path}:${line} matches the output`)
  return []
}

async function write(t: Test, { path, text }: Document, updates: Update[]): Promise<void> {
  if (updates.length === 0 || !t.passing()) return
  // From the end, so the other blocks' line numbers stay valid.
  const updated = updates
    .toReversed()
    .reduce((updatedText, { block, content }) => withBlock(updatedText, block, content), text)
  await writeFile(fileOf(path), updated)
}

function headersOf({
  method,
  path,
  rawHeaders,
}: {
  method: string
  path: string
  rawHeaders: string[]
}) {
  const lines = rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : [],
  )
  return [`${method} ${path} HTTP/1.1`, ...lines].join('\n')
}

/**
 * A key for a page's reader, with separate rate limits. A reader follows the recipes in sequence, in one
 * organization; every other page has a separate one.
 */
async function keyFor(path: string): Promise<string> {
  const name = path.startsWith('docs/recipes/') ? 'recipes' : path
  const known = organizations.get(name)
  const apiKey = known ? await anotherKey(known) : await newOrganizationKey(name)
  if (!known) organizations.set(name, apiKey)
  return apiKey
}

async function newOrganizationKey(name: string): Promise<string> {
  const store = openStore({ databaseUrl, poolSize: 1, applicationName: 'docs', onError() {} })
  const ownerEmail = `${name.replaceAll(/\W+/g, '-')}@example.test`
  const made = await store.transaction((tx) => createOrganization(tx, { name, ownerEmail }))
  await store.close()
  recordSecrets(made)
  return made.apiKey
}

async function anotherKey(ofOrganization: string): Promise<string> {
  const response = await fetch(`${apiUrl}/api-keys`, {
    method: 'POST',
    headers: { 'x-api-key': ofOrganization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Reader', scopes: ['ADMIN'] }),
  })
  const made = (await response.json()) as { key: string }
  if (response.status !== 201) throw new Error(JSON.stringify(made))
  recordSecrets(made)
  return made.key
}

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import type { CaughtMail } from '@mediajobs/local-engines'
import { freePort } from '@mediajobs/local-engines'
import { isRunning, processTree, scratchFolder, until } from '@mediajobs/local-engines/testing'
import t from 'tap'
import { type Dev, ROOT, readDescription, refusedDev, startDev, untilGone } from './support/dev.ts'

const run = promisify(execFile)

const dataDir = await scratchFolder(t)
const env = {
  RATE_LIMITS: '1000/1s',
  // The developer's database, which `dev` must not touch.
  DATABASE_URL: 'postgres://127.0.0.1:1/precious',
}

t.test('`dev` in an empty folder', async (t) => {
  const dev = await startDev(t, { dataDir, env })
  const { apiUrl, apiKey, organizationId, accessToken, pids } = dev.description
  const get = (path: string, headers: Record<string, string> = { 'x-api-key': apiKey }) =>
    fetch(`${apiUrl}${path}`, { headers })

  await t.test(
    'describes the running service, with working credentials [c9-dev, c9-dev-files]',
    async (t) => {
      t.equal((await get('/projects')).status, 200)
      const session = { authorization: `Bearer ${accessToken}`, 'x-org-id': organizationId }
      t.equal((await get('/projects', session)).status, 200)
      t.equal((await fetch(dev.description.s3Endpoint)).status, 403)
      for (const [name, pid] of Object.entries(pids)) t.ok(await isRunning(pid), name)
      t.match(dev.output(), apiKey)
      t.match(dev.output(), apiUrl)
    },
  )

  await t.test(
    'allows pages on this machine to upload to its store [c14-bucket-cors]',
    async (t) => {
      const ask = (origin: string) =>
        fetch(`${dev.description.s3Endpoint}/mediajobs/staging/front.jpg`, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'content-type',
          },
        })
      t.equal((await ask(new URL(apiUrl).origin)).status, 200)
      t.equal((await ask('http://localhost:3000')).status, 200)
      t.equal((await ask('https://elsewhere.example')).status, 403)
    },
  )

  await t.test(
    "passes on its caller's environment, except for the local services [c9-dev-environment]",
    async (t) => {
      t.equal((await get('/projects')).headers.get('x-ratelimit-limit'), '1000')
      t.notMatch(dev.description.databaseUrl, 'precious')
    },
  )

  await t.test('makes its files readable only by their owner', async (t) => {
    const names = (await readdir(dataDir, { withFileTypes: true })).filter((each) => each.isFile())
    for (const { name } of names) t.equal((await stat(join(dataDir, name))).mode & 0o077, 0, name)
  })

  await t.test('prints commands that book a shoot and advance it [c9-dev]', async (t) => {
    const lines = dev.output().split('\n')
    const book = lines.find((line) => line.startsWith('ID='))
    const move = lines.find((line) => line.startsWith('curl '))
    const { stdout } = await run('bash', ['-c', `${book}\n${move}`])
    const id = /^booked ([0-9a-f-]{36})$/m.exec(stdout)?.[1]
    t.match(stdout, `"id":"${id}"`)
    t.match(stdout, '"status":"BOOKED"')
    t.ok(lines.includes('npx -y pnpm@12 demo receiver'))
    const project = await (await get(`/projects/${id}`)).json()
    t.match(project, { id, status: 'BOOKED', organizationId })
  })

  await t.test('prints the URL of its mailbox [c14-mail-dev]', async (t) => {
    const { mailUrl } = dev.description
    t.match(dev.output(), mailUrl)
    const email = 'nina@example.test'
    const invited = await fetch(`${apiUrl}/users`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, name: 'Nina <b>New</b>', role: 'EDITOR' }),
    })
    t.equal(invited.status, 201)
    const mail = await until('the mail', async () => {
      const mails: CaughtMail[] = JSON.parse(await (await fetch(`${mailUrl}/mails.json`)).text())
      return mails[0]
    })
    t.match(mail, { to: [email], subject: 'Join Demo Studio' })
    t.match(mail.text, `${apiUrl}/invitations#token=`)
    t.match(await (await fetch(mailUrl)).text(), 'Join Demo Studio')
    const page = await fetch(`${mailUrl}/${mail.id}`)
    t.match(page.headers.get('content-security-policy'), "default-src 'none'")
    t.match(page.headers.get('content-security-policy'), 'img-src data:', 'for the logo')
    const text = await page.text()
    t.match(text, '<iframe title="The mail" sandbox="allow-popups')
    t.notMatch(text, '<b>New')
    t.equal((await fetch(`${mailUrl}/none`)).status, 404)
  })

  await t.test('has an account with its emulated payment provider [c9-dev-payments]', async (t) => {
    const { paymentsUrl } = dev.description
    t.match(dev.output(), paymentsUrl ?? 'no emulator')
    const headers = { authorization: `Bearer ${accessToken}`, 'x-org-id': organizationId }
    const account = await get('/organization/payment-account', headers)
    t.match(await account.json(), { state: 'READY', livemode: false, accountName: 'Demo Studio' })
    t.match(await (await fetch(paymentsUrl ?? '')).text(), 'Payments')
  })

  await t.test('writes an environment for starting another api [c9-dev-files]', async (t) => {
    const file = await readFile(join(dataDir, 'dev.env'), 'utf8')
    t.notMatch(file, /^(PORT|METRICS_PORT)=/m)
    const port = await freePort()
    const api = spawn(process.execPath, ['apps/api/src/main.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...parseEnv(file), PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: 'inherit',
    })
    t.teardown(() => api.kill('SIGKILL'))
    const headers = { 'x-api-key': apiKey }
    const list = () => fetch(`http://127.0.0.1:${port}/projects`, { headers }).catch(() => null)
    const response = await until('the other api', list)
    t.match(await response.json(), { data: [{ organizationId, status: 'BOOKED' }] })
    t.equal(response.headers.get('x-ratelimit-limit'), '1000')
    api.kill('SIGTERM')
    await once(api, 'exit')
  })

  await t.test("says in one line that it's already running, if started again", async (t) => {
    const { code, stderr } = await refusedDev({ dataDir, env })
    t.equal(code, 1)
    t.match(
      stderr,
      new RegExp(`^\`pnpm dev\` is already running here, as process ${dev.pid}: .*\n$`),
    )
    t.equal((await get('/projects')).status, 200)
    t.same(await readDescription(dataDir), dev.description)
  })

  for (const name of ['api', 'dispatcher', 'media', 'postgres'] as const) {
    await t.test(`names the ${name} when it dies, and restarts it [c9-dev-restart]`, async (t) => {
      const killed = (await readDescription(dataDir)).pids[name]
      process.kill(killed, 'SIGKILL')
      const pid = await until(`another ${name} in dev.json`, () => newPid(name, killed))
      t.ok(await isRunning(pid))
      t.match(dev.output(), new RegExp(`^${name} has exited \\(.*\\): restarting`, 'm'))
      t.match(dev.output(), `${name} is running again, as process ${pid}`)
      const list = () => get('/projects').catch(() => null)
      const isAnswered = async () => (await list())?.status === 200
      await until('a response', isAnswered)
    })
  }

  await t.test('says how its database ended, and keeps its log', async (t) => {
    const log = join(dataDir, 'postgres', 'postgres.log')
    t.match(dev.output(), `postgres has exited (killed by SIGKILL; its log is ${log})`)
    t.equal((await readFile(log, 'utf8')).match(/starting PostgreSQL/g)?.length, 2)
  })

  await t.test('leaves nothing behind when it is killed', async (t) => {
    const tree = await processTree(dev.pid)
    t.ok(tree.length > 6)
    await dev.end('SIGKILL')
    await untilGone(tree)
  })
})

t.test('`dev` after it was killed', async (t) => {
  const before = await readDescription(dataDir)
  const dev = await startDev(t, { dataDir, env })
  const { apiUrl, apiKey, organizationId, accessToken, databaseUrl, s3Endpoint } = dev.description

  await t.test('keeps the organization, the credentials and the data [c9-dev-end]', async (t) => {
    t.equal(apiKey, before.apiKey)
    t.equal(organizationId, before.organizationId)
    t.equal(databaseUrl, before.databaseUrl)
    t.equal(s3Endpoint, before.s3Endpoint)
    const response = await fetch(`${apiUrl}/projects`, { headers: { 'x-api-key': apiKey } })
    t.match(await response.json(), { data: [{ organizationId, status: 'BOOKED' }] })
    t.not(accessToken, before.accessToken)
    const session = { authorization: `Bearer ${accessToken}`, 'x-org-id': organizationId }
    t.equal((await fetch(`${apiUrl}/projects`, { headers: session })).status, 200)
  })

  await t.test('ends all processes and itself on SIGTERM [c9-dev-end]', async (t) => {
    const tree = await processTree(dev.pid)
    t.equal(await dev.end('SIGTERM'), 0)
    await untilGone(tree)
    await t.rejects(access(join(dataDir, 'dev.json')), { code: 'ENOENT' })
    await t.rejects(access(join(dataDir, 'dev.env')), { code: 'ENOENT' })
  })
})

async function newPid(name: keyof Dev['description']['pids'], old: number) {
  const { pids } = await readDescription(dataDir)
  return pids[name] !== old && pids[name]
}

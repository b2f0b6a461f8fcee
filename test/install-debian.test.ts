import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@mediajobs/db'
import { freePort, startPostgres } from '@mediajobs/local-engines'
import { scratchFolder, until } from '@mediajobs/local-engines/testing'
import { variables } from '@mediajobs/runtime'
import { recordSecrets } from '@mediajobs/runtime/testing'
import t, { type Test } from 'tap'
import { CLOSE_LIMIT_MS } from '../packages/runtime/src/run-process.ts'
import { exists, read } from './support/deployment.ts'
import { ROOT } from './support/dev.ts'
import { ownObjectStore } from './support/own-object-store.ts'

// docs/install-debian.md: what a machine without systemd, PostgreSQL of Debian and HAProxy can run of it.

const PAGE = read('docs/install-debian.md')
const BLOCKS = [...PAGE.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text)
const INSTANCES = [...PAGE.matchAll(/mediajobs-(api|dispatcher|media)@(\d+)/g)]

const KINDS = ['api', 'dispatcher', 'media'] as const

/** The settings of a unit, each with its values. `%i` is the instance. */
function unit(name: string, instance = ''): Map<string, string[]> {
  const settings = new Map<string, string[]>()
  for (const [, key = '', value = ''] of read(`docker/systemd/${name}.service`).matchAll(
    /^(\w+)=(.*)$/gm,
  )) {
    settings.set(key, [...(settings.get(key) ?? []), value.replaceAll('%i', instance)])
  }
  return settings
}

function block(part: string): string {
  const found = BLOCKS.find((text) => text.includes(part))
  if (!found) throw new Error(`no block of the page has ${part}`)
  return found
}

t.test('the page names files, units, instances and addresses that are there', (t) => {
  for (const [, path = ''] of PAGE.matchAll(
    /\/opt\/mediajobs\/current\/(?!runtime\/)([\w./-]+\w)/g,
  ))
    t.ok(exists(path), path)
  for (const [, path = ''] of PAGE.matchAll(/mediajobs ((?:docker|scripts)\/\S+\.ts)/g))
    t.ok(exists(path), path)
  const proxy = read('docker/systemd/haproxy.cfg')
  for (const [, kind, port] of INSTANCES) {
    if (kind !== 'dispatcher')
      t.match(proxy, new RegExp(`server ${kind}-\\d 127\\.0\\.0\\.1:${port}\\n`))
  }
  t.match(unit('mediajobs-s3').get('ExecStart')?.[0], '127.0.0.1:7070')
  t.match(proxy, 'server s3 127.0.0.1:7070')
  const { packageManager, devDependencies } = JSON.parse(read('package.json'))
  t.equal(read('.nvmrc').trim(), devDependencies.node)
  t.notOk(packageManager, 'the page installs pnpm itself')
  t.match(PAGE, `pnpm@${/npm install --global pnpm@(\S+)/.exec(read('docker/Dockerfile'))?.[1]}`)
  t.end()
})

t.test(
  'a unit starts its process as package.json does, with room for its heap and time for its end',
  (t) => {
    const { scripts } = JSON.parse(read('package.json'))
    // Without the preload that ends a service with the npx that started it: systemd starts Node.js itself.
    const startOf = (kind: string) => scripts[`start:${kind}`].replace(/ --import=\S+/, '')
    const memory = { api: '768M', dispatcher: '384M', media: '1G' }
    for (const kind of KINDS) {
      const settings = unit(`mediajobs-${kind}@`)
      t.equal(settings.get('ExecStart')?.[0], `/opt/mediajobs/current/runtime/bin/${startOf(kind)}`)
      t.strictSame(settings.get('MemoryMax'), [memory[kind]])
      const delayMs = kind === 'dispatcher' ? 0 : Number(variables.SHUTDOWN_DELAY.default)
      t.ok(Number(settings.get('TimeoutStopSec')?.[0]) * 1_000 > CLOSE_LIMIT_MS + delayMs, kind)
      t.match(read('docs/operating.md'), 'Give an api 768 MiB, a dispatcher 384 MiB')
    }
    for (const name of [
      ...KINDS.map((kind) => `mediajobs-${kind}@`),
      'mediajobs-migrate',
      'mediajobs-s3',
    ]) {
      const settings = unit(name)
      t.strictSame(settings.get('ProtectSystem'), ['strict'], name)
      t.strictSame(settings.get('NoNewPrivileges'), ['yes'], name)
      t.match(settings.get('User')?.[0], /^mediajobs/, name)
    }
    t.end()
  },
)

t.test('the proxy logs nothing secret and limits networks, as that of the containers', (t) => {
  const [own, other] = ['docker/systemd/haproxy.cfg', 'docker/haproxy/haproxy.cfg'].map(read)
  for (const line of [
    /^ {2}log-format .*$/m,
    /^ {2}http-error status 503.*$/m,
    /^ {2}stick-table .*$/m,
  ]) {
    const [text = ''] = line.exec(own ?? '') ?? []
    t.ok(text !== '' && other?.includes(text), `${line}`)
  }
  t.notMatch(own, /^\s*(option (httplog|tcplog)|error-log-format|capture request)/m)
  t.end()
})

const HAPROXY = process.env.HAPROXY_PATH ?? 'haproxy'
const hasProxy = spawnSync(HAPROXY, ['-v']).status === 0

t.test(
  'HAProxy accepts the configuration of the page',
  { skip: hasProxy ? false : 'there is no haproxy on this machine; set HAPROXY_PATH' },
  async (t) => {
    const folder = await scratchFolder(t)
    const { selfSignedCertificate } = await import('@mediajobs/testing/dispatcher/certificate')
    const { cert, key } = await selfSignedCertificate(['jobs.internal'])
    await writeFile(join(folder, 'own.pem'), `${cert}\n${key}`)
    const config = read('docker/systemd/haproxy.cfg')
      .replace('/etc/haproxy/certificates/', `${folder}/own.pem`)
      .replace(/^ {2}(user|group) haproxy\n/gm, '')
    const file = join(folder, 'haproxy.cfg')
    await writeFile(file, config)
    const { status, stderr } = spawnSync(HAPROXY, ['-c', '-f', file], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, JOBS: 'jobs.internal', S3: 's3.internal' },
    })
    t.equal(status, 0, stderr)
    t.notMatch(stderr, 'WARNING')
  },
)

t.test('with the roles and the files of the page each unit starts and becomes ready', async (t) => {
  const folder = await scratchFolder(t)
  const names = await filesOfThePage(folder)
  const postgres = await startPostgres({ directory: await scratchFolder(t), durable: false })
  t.teardown(() => postgres.stop())
  await makeRoles(postgres.url, names)
  const { options } = await ownObjectStore(t)
  for (const file of ['service', 'media', 'admin']) {
    const path = join(folder, `${file}.env`)
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      text
        .replace('127.0.0.1:5432', `127.0.0.1:${postgres.port}`)
        .replace('https://s3.internal', options.endpoint),
    )
  }
  t.notMatch(await readFile(join(folder, 'media.env'), 'utf8'), /SECRETS_KEY|mediajobs:|UPLOAD/)
  const migrated = startUnit(t, 'mediajobs-migrate', '', folder)
  t.equal(await migrated.exited, 0, migrated.output())
  for (const kind of KINDS) {
    const port = await freePort()
    const started = startUnit(t, `mediajobs-${kind}@`, `${port}`, folder)
    await until(
      `${kind} is ready`,
      async () => {
        if (started.hasEnded()) throw new Error(started.output())
        const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
        return response?.status === 200
      },
      60_000,
    )
    t.equal(await started.end(), 0, started.output())
  }
})

/** Runs the block that writes the files, below `folder`. @returns the passwords that it made */
async function filesOfThePage(folder: string): Promise<{ owner: string; media: string }> {
  const script = block('openssl rand -base64 32').replaceAll('/etc/mediajobs', folder)
  // A machine with Node.js alone has no openssl.
  const random =
    'process.stdout.write(crypto.randomBytes(+process.argv[2]).toString(process.argv[1].slice(1)))'
  const openssl = `openssl() { '${process.execPath}' -e '${random}' -- "$2" "$3"; }`
  const run = `set -eu\n${openssl}\nJOBS=jobs.internal S3=s3.internal\n${script}\nprintf '%s %s' "$OWNER" "$MEDIA"`
  const [owner = '', media = ''] = execFileSync('bash', ['-c', run], { encoding: 'utf8' }).split(
    ' ',
  )
  recordSecrets({ owner, media })
  return { owner, media }
}

/** Runs the statements of the page that make the role and the database. */
async function makeRoles(url: string, { owner }: { owner: string }): Promise<void> {
  const superuser = openDatabase({ url, poolSize: 1, applicationName: 'operator', onError() {} })
  const [, statements = ''] = /<<EOF\n(.*?)EOF/s.exec(block('create role mediajobs')) ?? []
  for (const statement of statements.replace('$OWNER', owner).trim().split('\n')) {
    await superuser.sql.queryOnce(statement)
  }
  await superuser.close()
}

/** Starts the program of a unit, with its variables and nothing else of this environment. */
function startUnit(t: Test, name: string, instance: string, folder: string) {
  const settings = unit(name, instance)
  const [program = '', ...args] = settings.get('ExecStart')?.[0]?.split(' ') ?? []
  if (program !== '/opt/mediajobs/current/runtime/bin/node')
    throw new Error(`${name} starts ${program}`)
  const files = (settings.get('EnvironmentFile') ?? []).map((file) =>
    readFileSync(join(folder, file.replace('/etc/mediajobs/', '')), 'utf8'),
  )
  const lines = [
    ...(settings.get('Environment') ?? []).flatMap((text) => text.split(' ')),
    ...files.join('').split('\n'),
  ]
  const given = Object.fromEntries(
    lines
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  for (const variable of Object.keys(given)) {
    t.ok(variable in variables || variable === 'NODE_ENV', `${name}: ${variable}`)
  }
  // `1%i`: the ports of the page have four digits.
  const metrics = name.startsWith('mediajobs-dispatcher') ? {} : { METRICS_PORT: '0' }
  recordSecrets(given)
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...given, ...metrics } })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    exited,
    output: () => output,
    hasEnded: () => child.exitCode !== null,
    end() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@mediajobs/db'
import { freePort, startPostgres } from '@mediajobs/local-engines'
import { scratchFolder, until } from '@mediajobs/local-engines/testing'
import { variables } from '@mediajobs/runtime'
import { recordSecrets } from '@mediajobs/runtime/testing'
import { whyNoPrograms } from '@mediajobs/testing/programs'
import t, { type Test } from 'tap'
import { CLOSE_LIMIT_MS } from '../packages/runtime/src/run-process.ts'
import { copyCheckout } from './support/checkout-copy.ts'
import { exists, read } from './support/deployment.ts'
import { ROOT } from './support/dev.ts'
import { ownObjectStore } from './support/own-object-store.ts'

// docs/install-debian.md: the parts that run on a machine without systemd, Debian's PostgreSQL and HAProxy.

const PAGE = read('docs/install-debian.md')
const BLOCKS = [...PAGE.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text)
const INSTANCES = [...PAGE.matchAll(/mediajobs-(api|dispatcher|media)@(\d+)/g)]

const KINDS = ['api', 'dispatcher', 'media'] as const

/** A unit's settings, each with its values. `%i` is the instance. */
function unit(name: string, instance = ''): Map<string, string[]> {
  const settings = new Map<string, string[]>()
  for (const [, key = '', value = ''] of read(`docker/systemd/${name}.service`).matchAll(
    /^(\w+)=(.*)$/gm,
  )) {
    settings.set(key, [...(settings.get(key) ?? []), value.replaceAll('%i', instance)])
  }
  return settings
}

t.test('the page names existing files, units, instances and URLs', (t) => {
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
  'a unit starts its process like package.json, with room for its heap and time to shut down',
  (t) => {
    const { scripts } = JSON.parse(read('package.json'))
    // Without the preload that ends a service together with npx: systemd starts Node.js directly.
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

t.test("the proxy logs nothing secret and limits networks, like the containers' proxy", (t) => {
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

// Stubs for what a test can't do: downloads, packages, accounts, systemd, and Versity's gateway.
const STUBS = `
note() { echo "$*" >> "$NOTES"; }
for name in apt-get useradd update-ca-certificates go curl; do
  eval "$name() { note $name "'"$@"; }'
done
systemctl() {
  note systemctl "$@"
  [ "$*" != 'start mediajobs-migrate' ] || as_service scripts/migrate.ts
}
git() { note git "$@"; cp -a "$CHECKOUT" "\${@: -1}"; }
npm() { note npm "$@"; mkdir -p runtime/bin; ln -s "$NODE" runtime/bin/node; }
pnpm() { note pnpm "$@"; }
runuser() { note runuser "$@"; cat > "$NOTES.sql"; }
as_service() (
  cd "$ETC/../opt/mediajobs/current"
  exec env -i $(cat "$ETC/mediajobs/service.env" "$ETC/mediajobs/admin.env") runtime/bin/node "$@" < /dev/null
)
systemd-run() {
  while [[ $1 == -* ]]; do
    [[ $1 != -p || -r \${2#EnvironmentFile=} ]] || return
    [[ $1 != -p ]] || shift
    shift
  done
  note systemd-run "\${@:2}"
  case "$2" in docker/prepare-bucket.ts) ;; *) as_service "\${@:2}" ;; esac
}
`

t.test(
  'every block on the page runs as written, in one shell; then every unit becomes ready',
  { skip: whyNoPrograms('openssl') },
  async (t) => {
    const folder = await scratchFolder(t)
    for (const name of ['etc/haproxy', 'etc/default', 'etc/systemd/system', 'opt']) {
      await mkdir(join(folder, name), { recursive: true })
    }
    for (const name of ['bin', 'share/ca-certificates']) {
      await mkdir(join(folder, 'usr/local', name), { recursive: true })
    }
    const checkout = await copyCheckout(t)
    await cp(join(ROOT, 'docker'), join(checkout, 'docker'), { recursive: true })
    await cp(join(ROOT, '.nvmrc'), join(checkout, '.nvmrc'))
    const postgres = await startPostgres({ directory: await scratchFolder(t), durable: false })
    t.teardown(() => postgres.stop())
    const { options } = await ownObjectStore(t)
    const notes = join(folder, 'notes')
    const shell = await openShell(t, {
      NOTES: notes,
      ETC: join(folder, 'etc'),
      CHECKOUT: checkout,
      NODE: process.execPath,
    })
    const paste = (text: string) =>
      shell(text.replaceAll(/(?<![\w.}])\/(etc|opt|usr\/local)\//g, `${folder}/$1/`))
    await paste(STUBS)

    const blocks = [...BLOCKS]
    const next = (heading: string) => {
      const text = blocks.shift() ?? ''
      t.ok(PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0]?.includes(text), heading)
      return paste(text)
    }
    await paste(blocks.shift() ?? '')
    await paste('JOBS=jobs.internal S3=s3.internal')
    await next('Programs')
    await next('Secrets and variables')
    await rememberSecrets(folder)
    await next('PostgreSQL')
    await makeRoles(postgres.url, await readFile(`${notes}.sql`, 'utf8'))
    await next('Store')
    await next('Proxy and certificate')
    await next('Proxy and certificate')
    await acceptedByProxy(t, folder)
    for (const file of ['service', 'media', 'admin']) {
      const path = join(folder, 'etc/mediajobs', `${file}.env`)
      const text = await readFile(path, 'utf8')
      await writeFile(
        path,
        text
          .replace('127.0.0.1:5432', `127.0.0.1:${postgres.port}`)
          .replace('https://s3.internal', options.endpoint),
      )
    }
    t.notMatch(
      await readFile(join(folder, 'etc/mediajobs/media.env'), 'utf8'),
      /SECRETS_KEY|mediajobs:|UPLOAD/,
    )
    await next('Start')
    // Nothing runs behind the proxy here, so the doctor reports that.
    t.match(await next('Check'), /^wrong +proxy +https:\/\/jobs\.internal.*^\d+ wrong, /ms)
    t.match(await next('Check'), /^organization +Acme Media .*^password /ms)
    t.match(await next('Upgrade'), /^\d+ wrong, /m)
    t.strictSame(blocks, [])
    t.equal(await readlink(join(folder, 'opt/mediajobs/current')), `${folder}/opt/mediajobs/v0.2.0`)
    checkNotes(t, await readFile(notes, 'utf8'))

    for (const kind of KINDS) {
      const port = await freePort()
      const started = startUnit(t, `mediajobs-${kind}@`, `${port}`, join(folder, 'etc/mediajobs'))
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
  },
)

/** Checks the page's units and ports, in order. */
function checkNotes(t: Test, notes: string): void {
  const instances = INSTANCES.map(([name]) => name)
  const systemd = [...notes.matchAll(/^systemctl (.*)$/gm)].map(([, order]) => order)
  t.ok(systemd.includes(`enable --now ${[...new Set(instances)].join(' ')}`))
  const restarts = systemd.filter((order) => order?.startsWith('restart mediajobs-'))
  t.strictSame(
    restarts.map((order) => order?.slice('restart '.length)).sort(),
    [...new Set(instances)].sort(),
  )
  const ready = [...notes.matchAll(/^curl .*http:\/\/127\.0\.0\.1:(\d+)\/health\/ready$/gm)]
  const ports = [...new Set(INSTANCES.map(([, , port]) => port))].sort()
  t.strictSame(ready.map(([, port]) => port).sort(), [...ports, ...ports].sort())
}

/** A shell into which blocks are pasted. @returns a block's output; rejects if one of its commands fails. */
async function openShell(t: Test, variables: Record<string, string>) {
  const child = spawn('bash', [], {
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...variables },
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // Only the doctor may fail, as the page expects.
  child.stdin.write(
    `set -E; trap 'case "$BASH_COMMAND" in *as_service*|*systemd-run*|*"env -i"*) ;; *) echo "FAILED $BASH_COMMAND" ;; esac' ERR\n`,
  )
  return async (text: string): Promise<string> => {
    output = ''
    child.stdin.write(`${text}\necho PASTED\n`)
    await until(
      'the block has run',
      () => /^PASTED$/m.test(output) || child.exitCode !== null,
      300_000,
    )
    if (!/^PASTED$/m.test(output) || /^FAILED /m.test(output)) throw new Error(output)
    return output
  }
}

async function rememberSecrets(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'etc/mediajobs/service.env'), 'utf8')
  const [, owner = ''] = /mediajobs:(\w+)@/.exec(text) ?? []
  recordSecrets({ owner })
}

/** Runs the page's psql statements. */
async function makeRoles(url: string, statements: string): Promise<void> {
  const superuser = openDatabase({ url, poolSize: 1, applicationName: 'operator', onError() {} })
  for (const statement of statements.trim().split('\n')) await superuser.sql.queryOnce(statement)
  await superuser.close()
}

/** Has HAProxy check its configuration and certificate as created by the page. */
async function acceptedByProxy(t: Test, folder: string): Promise<void> {
  t.match(
    await readFile(join(folder, 'etc/haproxy/certificates/mediajobs.pem'), 'utf8'),
    'PRIVATE KEY',
  )
  if (!hasProxy) return t.comment('haproxy not found; set HAPROXY_PATH')
  const file = join(folder, 'etc/haproxy/haproxy.cfg')
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    text
      .replaceAll('/etc/haproxy/', `${folder}/etc/haproxy/`)
      .replace(/^ {2}(user|group) haproxy\n/gm, ''),
  )
  const names = (await readFile(join(folder, 'etc/default/haproxy'), 'utf8')).trim().split('\n')
  const { status, stderr } = spawnSync(HAPROXY, ['-c', '-f', file], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...Object.fromEntries(names.map((line) => line.split('='))) },
  })
  t.equal(status, 0, stderr)
  t.notMatch(stderr, 'WARNING')
}

/** Starts a unit's program with only the unit's variables. */
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
    t.ok(variable in variables || variable.startsWith('NODE_'), `${name}: ${variable}`)
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

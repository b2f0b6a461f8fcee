import { spawnSync } from 'node:child_process'
import { variables } from '@mediajobs/runtime'
import t, { type Test } from 'tap'
import { readConfig as readApiConfig } from '../apps/api/src/config.ts'
import { readConfig as readDispatcherConfig } from '../apps/dispatcher/src/config.ts'
import { readConfig as readMediaConfig } from '../apps/media/src/config.ts'
import { CLOSE_LIMIT_MS } from '../packages/runtime/src/run-process.ts'
import {
  compose,
  dockerfile,
  envFile,
  exists,
  instructionsOf,
  isSent,
  type Manifest,
  neededFolders,
  patches,
  read,
  type Workload,
  workspace,
  yamlDocuments,
} from './support/deployment.ts'

// Checks that the files of docker/ agree with the rest of the repository.

const ROOT_MANIFEST: Manifest = JSON.parse(read('package.json'))
const READ_CONFIG = { api: readApiConfig, dispatcher: readDispatcherConfig, media: readMediaConfig }
const APPS = ['api', 'dispatcher', 'media'] as const
const AUTOSCALING = 'docker/kubernetes/service/autoscaling.yaml'

const SECRETS = {
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  POSTGRES_PASSWORD: 'secret',
  MEDIA_POSTGRES_PASSWORD: 'secret',
  DATABASE_URL: 'postgres://mediajobs:secret@postgres/mediajobs',
  MEDIA_DATABASE_URL: 'postgres://mediajobs_media:secret@postgres/mediajobs',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  S3_UPLOAD_ACCESS_KEY: 'uploads',
  S3_UPLOAD_SECRET_KEY: 'upload-secret',
}
const COMPOSE_ENV = envFile('docker/.env.example', SECRETS)
const KUBERNETES_ENV = {
  ...envFile('docker/kubernetes/config/config.env', {}),
  ...envFile('docker/kubernetes/config/secrets.env.example', SECRETS),
}

function workloads(): Workload[] {
  const documents = [...yamlDocuments().values()].flat() as Workload[]
  return documents.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
}

function deployment(app: string): Workload['spec']['template']['spec'] {
  const found = workloads().find(({ metadata }) => metadata.name === app)
  if (!found) throw new Error(`no deployment ${app}`)
  return found.spec.template.spec
}

t.test('images install from all workspace manifests, as in the lockfile', (t) => {
  const copied = instructionsOf('manifests', 'COPY')
  for (const folder of workspace().keys()) {
    t.ok(copied.includes(`${folder}/package.json ${folder}/`), folder)
    t.ok(isSent(`${folder}/package.json`), `${folder} is sent`)
  }
  t.equal(
    copied.filter((line) => /^(apps|packages|bench|test)/.test(line)).length,
    workspace().size,
  )
  t.ok(copied.includes('patches patches'))
  for (const path of patches()) t.ok(isSent(path) && exists(path), path)
  t.end()
})

t.test('an image has the source its app needs, and no development files', (t) => {
  const all = workspace()
  const roots = Object.fromEntries(APPS.map((app) => [app, all.get(`apps/${app}`)]))
  for (const [target, manifest] of Object.entries({ ...roots, migrate: ROOT_MANIFEST })) {
    if (!manifest) throw new Error(`no app ${target}`)
    const copied = instructionsOf(target, 'COPY')
    t.match(copied.join('\n'), 'packages packages')
    if (target in roots) t.match(copied.join('\n'), `apps/${target} apps/${target}`)
    t.match(instructionsOf(`${target}-modules`, 'RUN')[0], `--prod --frozen-lockfile`)
    t.match(instructionsOf(`${target}-modules`, 'RUN')[0], `--filter-prod=${manifest.name}...`)
    for (const folder of neededFolders(manifest, all)) {
      t.match(folder, /^packages\//)
      t.ok(isSent(`${folder}/src/index.ts`), `${target}: ${folder}`)
      t.not(folder, 'packages/local-engines')
    }
  }
  for (const path of ['docker/.env', 'apps/api/test/x.ts', 'packages/db/testing/x.ts', '.data/x']) {
    t.notOk(isSent(path), path)
  }
  const sent = [
    'migrations/meta/_journal.json',
    'scripts/migrate.ts',
    'scripts/admin.ts',
    'docker/bundle.ts',
  ]
  for (const path of sent) {
    t.ok(isSent(path) && exists(path), path)
  }
  t.end()
})

t.test(
  'an image starts the bundle of its app as package.json does, with the same Node, not as root',
  (t) => {
    for (const app of APPS) {
      const started = JSON.parse(instructionsOf(app, 'CMD')[0] ?? '[]').join(' ')
      t.equal(started, startScript(app)?.replace('src/main.ts', 'dist/main.js'))
      const built = `--from=bundles /app/apps/${app}/dist apps/${app}/dist`
      t.ok(instructionsOf(app, 'COPY').includes(built), app)
      t.match(instructionsOf('bundles', 'RUN').join('\n'), `--filter-prod=@mediajobs/${app}...`)
    }
    for (const target of [...APPS, 'migrate'])
      t.equal(instructionsOf(target, 'USER')[0], '65532:65532')
    const version = ROOT_MANIFEST.devDependencies?.node
    t.match(dockerfile().text, `NODE_IMAGE=node:${version}-bookworm-slim@sha256:`)
    t.match(read('pnpm-workspace.yaml'), `\nnodeVersion: ${version}\n`)
    t.end()
  },
)

t.test('every third-party image is pinned by its digest', (t) => {
  const images = Object.values(compose(COMPOSE_ENV)).flatMap(({ image, build }) =>
    build ? [] : [image],
  )
  t.equal(images.length, 5)
  for (const image of images) t.match(image, /^[\w./-]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/)
  t.end()
})

t.test('compose and kubernetes set every variable an app needs, and no unknown ones', (t) => {
  for (const app of APPS) {
    const image = Object.fromEntries(
      instructionsOf(app, 'ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
    )
    const given = { compose: compose(COMPOSE_ENV)[app]?.environment ?? {}, KUBERNETES_ENV }
    for (const [where, environment] of Object.entries(given)) {
      t.doesNotThrow(() => READ_CONFIG[app]({ ...image, ...environment }), `${where}: ${app}`)
      for (const name of Object.keys(environment)) t.ok(name in variables, `${where}: ${name}`)
      t.ok(Object.hasOwn({ ...image, ...environment }, 'METRICS_PORT'), `${where}: health`)
    }
  }
  t.end()
})

t.test('a media process gets no secrets key, and only the role it needs', (t) => {
  const { DATABASE_URL, ...environment } = compose(COMPOSE_ENV).media?.environment ?? {}
  t.match(DATABASE_URL, /^postgres:\/\/mediajobs_media:/)
  t.notOk('SECRETS_KEY' in environment)
  const [container] = deployment('media').containers
  const source = JSON.stringify([container?.env, container?.envFrom])
  t.notMatch(source, 'SECRETS_KEY')
  t.notMatch(source, 'secretRef')
  t.match(source, /"DATABASE_URL","valueFrom":\{"secretKeyRef":\{[^}]*"MEDIA_DATABASE_URL"/)
  t.end()
})

t.test('compose refuses to start without its secrets', (t) => {
  const names = Object.keys(SECRETS).filter((name) => !name.endsWith('DATABASE_URL'))
  for (const name of names) {
    t.throws(() => compose({ ...COMPOSE_ENV, [name]: '' }), { message: `${name} is required` })
  }
  t.end()
})

t.test("probes use existing paths, on the app's port [c9-health]", (t) => {
  const { paths } = JSON.parse(read('docs/openapi.json'))
  const metricsServer = read('packages/runtime/src/metrics.ts')
  const metricsPort = Number(KUBERNETES_ENV.METRICS_PORT)
  const port = variables.PORT.default
  const ports = { api: port, dispatcher: metricsPort, media: port }
  const mediaServer = read('apps/media/src/server.ts')
  for (const app of APPS) {
    const [container] = deployment(app).containers
    if (!container) throw new Error(`${app} has no container`)
    const { startupProbe, livenessProbe, readinessProbe } = container
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      const server = app === 'media' ? mediaServer : metricsServer
      const isServed = app === 'api' ? httpGet.path in paths : server.includes(`'${httpGet.path}'`)
      t.ok(isServed, `${app} ${httpGet.path}`)
      const port = container.ports.find(({ name }) => name === httpGet.port)
      t.equal(port?.containerPort, ports[app])
    }
    t.match(instructionsOf(app, 'HEALTHCHECK')[0], livenessProbe.httpGet.path)
  }
  t.end()
})

t.test('no app is killed before it can finish its work', (t) => {
  const services = compose(COMPOSE_ENV)
  for (const app of APPS) {
    const delays = {
      compose: services[app]?.environment?.SHUTDOWN_DELAY,
      kubernetes: KUBERNETES_ENV.SHUTDOWN_DELAY,
    }
    const graces = {
      compose: services[app]?.stop_grace_period,
      kubernetes: `${deployment(app).terminationGracePeriodSeconds}s`,
    }
    for (const where of ['compose', 'kubernetes'] as const) {
      const delayMs = app !== 'dispatcher' ? milliseconds(delays[where]) : 0
      t.ok(milliseconds(graces[where]) > delayMs + CLOSE_LIMIT_MS, `${where}: ${app}`)
    }
  }
  t.end()
})

t.test('the proxy stops using an api before it shuts down', (t) => {
  const config = read('docker/haproxy/haproxy.cfg')
  const { inter, fall } = /check inter (?<inter>\w+) fall (?<fall>\d+)/.exec(config)?.groups ?? {}
  const delay = compose(COMPOSE_ENV).api?.environment?.SHUTDOWN_DELAY
  t.ok(milliseconds(inter) * Number(fall) < milliseconds(delay))
  t.match(config, 'uri /health/ready')
  t.end()
})

t.test(
  'the proxy logs no path, query or header from the caller [c3-delivery-token-secret]',
  (t) => {
    for (const file of ['docker/haproxy/haproxy.cfg', 'docker/haproxy/cells.cfg']) {
      checkLog(t, directives(file))
    }
    t.end()
  },
)

function checkLog(t: Test, config: readonly string[]): void {
  t.notOk(config.some((line) => /^option (httplog|tcplog)|^error-log-format/.test(line)))
  t.notOk(config.some((line) => line.startsWith('capture request')))
  const formats = config.filter((line) => line.startsWith('log-format'))
  t.equal(formats.length, 1, 'one for all frontends')
  const logged = [...(formats[0] ?? '').matchAll(/%(?:\{[^}]*\})?(\w+|\[)/g)].map(
    ([, what]) => what,
  )
  // The request line, path, address, query, request headers, or any expression.
  for (const secret of ['r', 'HP', 'HPO', 'HU', 'HQ', 'hr', 'hrl', '[']) {
    t.notOk(logged.includes(secret), secret)
  }
}

const HAPROXY = process.env.HAPROXY_PATH ?? 'haproxy'
const hasProxy = spawnSync(HAPROXY, ['-v']).status === 0
const skip = hasProxy ? false : 'haproxy not found; set HAPROXY_PATH'

t.test("HAProxy accepts the proxy's configuration", { skip }, (t) => {
  const { proxy } = compose(COMPOSE_ENV)
  const { status, stderr } = spawnSync(HAPROXY, ['-c', '-f', 'docker/haproxy/haproxy.cfg'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...proxy?.environment, CERTIFICATE: '' },
  })
  t.equal(status, 0, stderr)
  // HAProxy warns about ignored directives.
  t.notMatch(stderr, 'WARNING')
  t.end()
})

const PROMTOOL = process.env.PROMTOOL_PATH ?? 'promtool'
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0
const withoutPromtool = hasPromtool ? false : 'promtool not found; set PROMTOOL_PATH'

t.test('each alert fires when it should, and only then', { skip: withoutPromtool }, (t) => {
  const { status, stdout, stderr } = spawnSync(
    PROMTOOL,
    ['test', 'rules', 'docker/prometheus/alerts.test.yaml'],
    { encoding: 'utf8' },
  )
  t.equal(status, 0, `${stdout}${stderr}`)
  t.end()
})

t.test('alerts cover every kind of process, and every backend that can lose its servers', (t) => {
  const alerts = read('docker/prometheus/alerts.yaml')
  const [, jobs = ''] = /alert: ProcessDown\n +expr: up\{job=~"(.*)"\}/.exec(alerts) ?? []
  t.strictSame(jobs.split('|'), ['api', 'dispatcher', 'media', 'proxy'])
  const [, proxies = ''] = /haproxy_backend_active_servers\{proxy=~"(.*)"\} == 0/.exec(alerts) ?? []
  for (const file of ['docker/haproxy/haproxy.cfg', 'docker/systemd/haproxy.cfg']) {
    const backends = read(file)
      .split(/^backend /m)
      .slice(1)
    for (const name of ['api', 'media', 's3']) {
      const backend = backends.find((text) => text.startsWith(`${name}\n`))
      // Without a check or a name server, HAProxy counts a server as active forever.
      t.match(backend, / (check|resolvers) /, `${file}: ${name}`)
      t.match(name, new RegExp(`^(?:${proxies})$`))
    }
  }
  t.end()
})

t.test('a name server that hangs, fails or loses names removes no servers for an hour', (t) => {
  const held = directives('docker/haproxy/haproxy.cfg').filter((line) => line.endsWith(' 1h'))
  t.strictSame(held, ['hold timeout 1h', 'hold refused 1h', 'hold other 1h', 'hold nx 1h'])
  t.end()
})

t.test('CI installs the programs required by proxy and alert tests', (t) => {
  t.match(read('.ci/run'), /apt-get .*install .*haproxy prometheus/)
  t.end()
})

t.test("the alerts' test has a case for each alert", (t) => {
  const alerts = [...read('docker/prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)]
  const tested = read('docker/prometheus/alerts.test.yaml')
  t.ok(alerts.length > 20)
  for (const [, name] of alerts) t.match(tested, new RegExp(`alertname(: |=")${name}\\b`))
  t.end()
})

t.test('every frontend of the proxy uses an existing backend', (t) => {
  const config = directives('docker/haproxy/haproxy.cfg')
  const named = (word: string) =>
    config.flatMap((line) => (line.startsWith(`${word} `) ? [`${line.split(' ')[1]}`] : []))
  const backends = named('backend')
  t.strictSame(backends, [...new Set(backends)], 'each occurs once')
  for (const name of [...named('use_backend'), ...named('default_backend')]) {
    t.ok(backends.includes(name), name ?? 'no name')
  }
  const [, ofStore = ''] = read('docker/haproxy/haproxy.cfg').split('frontend s3')
  t.match(ofStore.split(/^(?:frontend|backend) /m)[0], 'default_backend s3')
  t.end()
})

t.test('the proxy limits connections per network, a /64 for IPv6', (t) => {
  const frontends = ['docker/haproxy/haproxy.cfg', 'docker/haproxy/cells.cfg'].flatMap((file) =>
    read(file)
      .split(/^frontend /m)
      .slice(1),
  )
  for (const frontend of frontends.filter((text) => !text.startsWith('self'))) {
    t.match(frontend, 'tcp-request connection track-sc0 src,ipmask(32,64) table networks')
    t.match(
      frontend,
      /tcp-request connection reject if \{ sc0_conn_cur\(networks\) gt \d+ \} \|\| \{ sc0_conn_rate/,
    )
  }
  t.end()
})

t.test('with a certificate, the proxy serves only TLS, with HSTS', (t) => {
  const config = read('docker/haproxy/haproxy.cfg')
  t.equal(config.match(/bind .* ssl crt "\$\{CERTIFICATE\}"/g)?.length, 3)
  t.equal(config.match(/set-header strict-transport-security max-age=31536000/g)?.length, 2)
  t.match(config, /http-request redirect prefix "\$\{PUBLIC_URL\}" code 308 unless \{ ssl_fc \}/)
  const { proxy } = compose(COMPOSE_ENV)
  const given = Object.keys(proxy?.environment ?? {})
  const used = [...config.matchAll(/\$\{?(\w+)\}?/g)].map(([, name]) => name)
  t.strictSame([...new Set(used)].sort(), given.sort())
  t.end()
})

t.test('no container can write to its image, gain rights or keep capabilities', (t) => {
  for (const [name, service] of Object.entries(compose(COMPOSE_ENV))) {
    t.equal(service.read_only, true, name)
    t.strictSame(service.cap_drop, ['ALL'], name)
    t.strictSame(service.security_opt, ['no-new-privileges:true'], name)
    t.type(service.restart, 'string', name)
  }
  for (const { metadata, spec } of workloads()) {
    for (const { securityContext } of spec.template.spec.containers) {
      t.match(securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
      t.match(securityContext, { capabilities: { drop: ['ALL'] } }, metadata.name)
    }
  }
  t.end()
})

t.test("every mounted file exists, and so does the autoscaler's metric", (t) => {
  for (const { volumes = [] } of Object.values(compose(COMPOSE_ENV))) {
    for (const volume of volumes.filter((each) => each.startsWith('./'))) {
      const path = `docker/${volume.split(':')[0]?.slice(2)}`
      t.ok(exists(path), path)
    }
  }
  t.ok(exists('docker/prometheus/alerts.yaml'))
  const [, metric] = /query: max\((\w+)/.exec(read(AUTOSCALING)) ?? []
  t.match(read('apps/dispatcher/src/monitoring/metrics.ts'), `'${metric}'`)
  t.end()
})

/** The lines of an HAProxy configuration, without comments. */
function directives(file: string): string[] {
  const lines = read(file).split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}

/** Without the preload that ends a service together with npx: an image starts Node.js directly. */
function startScript(app: (typeof APPS)[number]): string | undefined {
  return ROOT_MANIFEST.scripts?.[`start:${app}`]?.replace(/ --import=\S+/, '')
}

function milliseconds(duration: string | undefined): number {
  const [, count, unit] = /^(\d+)(ms|s)$/.exec(duration ?? '') ?? []
  return Number(count) * (unit === 's' ? 1_000 : 1)
}

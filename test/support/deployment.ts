import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

export interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  scripts?: Record<string, string>
}

/** Workspace packages except the root, by folder. */
export function workspace(): Map<string, Manifest> {
  const { packages }: { packages: string[] } = parse(read('pnpm-workspace.yaml'))
  const files = packages.flatMap((glob) => globSync(`${glob}/package.json`, { cwd: ROOT }))
  return new Map(files.map((file) => [dirname(file), JSON.parse(read(file))]))
}

/** Files in `patches`. */
export function patches(): string[] {
  const settings: { patchedDependencies: Record<string, string> } = parse(
    read('pnpm-workspace.yaml'),
  )
  return Object.values(settings.patchedDependencies)
}

/** Folders of the workspace packages that `manifest` needs in production. */
export function neededFolders(manifest: Manifest, all = workspace()): Set<string> {
  const needed = new Set<string>()
  const waiting = [manifest]
  for (const { dependencies = {} } of waiting) {
    for (const [folder, found] of all) {
      if (!(found.name in dependencies) || needed.has(folder)) continue
      needed.add(folder)
      waiting.push(found)
    }
  }
  return needed
}

export interface Stage {
  name: string
  from: string
  /** `COPY`, `RUN`, `CMD` …, each on one line. */
  instructions: { keyword: string; text: string }[]
}

export function dockerfile(): { text: string; stages: Map<string, Stage> } {
  const text = read('docker/Dockerfile')
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const line of lines) {
    const [, keyword = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    const [, from, name] = /^(\S+) AS (\S+)$/.exec(text) ?? []
    if (keyword === 'FROM' && from && name) {
      stage = { name, from, instructions: [] }
      stages.set(name, stage)
    } else if (keyword !== '') stage?.instructions.push({ keyword, text })
  }
  return { text, stages }
}

/** Instructions with `keyword` of a stage and its base stages, last first. */
export function instructionsOf(name: string, keyword: string): string[] {
  const { stages } = dockerfile()
  const stage = stages.get(name)
  if (!stage) return []
  const own = stage.instructions.filter((each) => each.keyword === keyword)
  return [...own.map(({ text }) => text).reverse(), ...instructionsOf(stage.from, keyword)]
}

/** Whether `.dockerignore` leaves `path` in the build context. As in Docker, the last matching line decides. */
export function isSent(path: string): boolean {
  const lines = read('.dockerignore').split('\n')
  let isLeftOut = false
  for (const line of lines.filter((line) => line !== '' && !line.startsWith('#'))) {
    const pattern = line.replace(/^!/, '')
    const source = pattern.replace(/^\*\*\//, '(?:.*/)?').replaceAll(/(?<!\.)\*/g, '[^/]*')
    if (new RegExp(`^${source}(?:/|$)`).test(path)) isLeftOut = !line.startsWith('!')
  }
  return !isLeftOut
}

export interface ComposeService {
  build?: { target: string }
  image: string
  command?: string[]
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  restart?: string
  stop_grace_period?: string
  volumes?: string[]
  deploy?: { resources: { limits: { memory: string } } }
}

/** compose.yaml, interpolated with `env`. @throws if a required variable is missing */
export function compose(env: Record<string, string>): Record<string, ComposeService> {
  const text = read('docker/compose.yaml').replaceAll(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_all, name: string, operator: string, rest: string) => {
      const value = env[name] || (operator === '-' ? rest : undefined)
      if (value === undefined) throw new Error(`${name} is required`)
      return value
    },
  )
  // Compose passes on a variable without a value only if it's set.
  const withoutEmpty = (name: unknown, value: unknown) =>
    value === null && /^(SMTP_|TOUR_)/.test(String(name)) ? undefined : value
  return parse(text, withoutEmpty, { merge: true }).services
}

/** Parses `NAME=value` lines; empty values come from `secrets`. */
export function envFile(path: string, secrets: Record<string, string>): Record<string, string> {
  const lines = read(path).split('\n')
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value || (secrets[name] ?? '')]]
  })
  return Object.fromEntries(pairs)
}

interface Probe {
  httpGet: { path: string; port: string }
}

export interface Workload {
  kind: string
  metadata: { name: string; labels: Record<string, string> }
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number
        containers: {
          env?: object[]
          envFrom?: object[]
          securityContext: Record<string, unknown>
          ports: { name: string; containerPort: number }[]
          startupProbe: Probe
          livenessProbe: Probe
          readinessProbe: Probe
        }[]
      }
    }
  }
}

/** The YAML documents of `docker/`, by file. */
export function yamlDocuments(): Map<string, unknown[]> {
  const files = globSync('docker/**/*.yaml', { cwd: ROOT })
  return new Map(
    files.map((file) => {
      const documents = parseAllDocuments(read(file), { merge: true })
      for (const { errors, warnings } of documents) {
        for (const problem of [...errors, ...warnings]) throw problem
      }
      return [file, documents.map((document) => document.toJS())]
    }),
  )
}

export const exists = (path: string) => existsSync(join(ROOT, path))

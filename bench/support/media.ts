import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '@mediajobs/db'
import { DERIVATIVES, type DerivativeName, derivativeKey } from '@mediajobs/domain'
import { openObjectStore } from '@mediajobs/object-store'
import { countPendingPreviews, requestPreviews } from '@mediajobs/operations/previews'
import type { Store } from '@mediajobs/outbox'
import sharp from 'sharp'
import type { Work } from './costs.ts'
import type { BenchKey } from './fill.ts'
import { type BenchProcess, type Engine, productionFlags, startProcess } from './process.ts'

const POLL_MS = 100
const INSERT = `
  insert into media (organization_id, id, project_id, type, filename, key, content_type, size, cdn_url, position)
  values ($1, $2, $3, $4, $5, $6, $7, $8, '', 0)`

export function startMedia(engine: Engine): Promise<BenchProcess> {
  const env = { ...engine.environment, HOST: '127.0.0.1', PORT: '0', SHUTDOWN_DELAY: '0s' }
  const isUp = /"address":"(http:[^"]+)"/
  return startProcess('apps/media/src/main.ts', isUp, env, productionFlags('media'))
}

/** Media of a new project, with their objects. */
export async function openMedia(engine: Engine, { sql }: Store) {
  const objectStore = openObjectStore(engine.objectStore)
  const [organizationId, projectId] = [newId(), newId()]
  await sql.query('insert into organizations (id, name) values ($1, $2)', [organizationId, 'Bench'])
  await sql.query(
    `insert into projects (organization_id, id, status, scheduled_time)
     values ($1, $2, 'EDITING', now())`,
    [organizationId, projectId],
  )
  return {
    organizationId,
    projectId,
    async add(bytes: Buffer, contentType: string): Promise<void> {
      const id = newId()
      const key = `${organizationId}/${randomBytes(16).toString('hex')}`
      await objectStore.put(key, bytes, { contentType, cacheControl: 'no-store' })
      const type = contentType === 'image/jpeg' ? 'PHOTO' : 'VIDEO'
      const values = [organizationId, id, projectId, type, `${id}.bin`, key, contentType]
      await sql.query(INSERT, [...values, bytes.length])
    },
    /** Requests missing derivatives and waits for them. */
    async derived(): Promise<void> {
      await requestPreviews(sql, { organizationId, isRefused: false }, () => {})
      while ((await countPendingPreviews(sql, organizationId)) > 0) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
  }
}

/** Bytes of a real 24-megapixel photo's derivatives. docs/adr/0021-pages.md */
const BYTES = { thumb: 16_000, medium: 26_000, grid: 46_000, large: 244_000 } as const

type Shown = keyof typeof BYTES

export type Pictures = Awaited<ReturnType<typeof startPictures>>

/** A CDN of derivatives: noise, each about as many bytes as a real one. */
export async function startPictures() {
  const names = Object.keys(BYTES) as Shown[]
  const made = new Map(
    await Promise.all(names.map(async (name) => [name, await noise(name)] as const)),
  )
  const served = new Map<string, Buffer>()
  const server = createServer(({ url = '' }, response) => {
    const picture = served.get(url.slice(1))
    response.writeHead(picture ? 200 : 404, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    response.end(picture)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** For `CDN_BASE_URL`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: Object.fromEntries([...made].map(([name, { length }]) => [name, length])),
    /** Serves the derivatives of a media item. */
    add(organizationId: string, secret: Buffer): void {
      for (const [name, picture] of made)
        served.set(derivativeKey(organizationId, secret, name), picture)
    },
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function noise(name: DerivativeName & Shown): Promise<Buffer> {
  const { maxPixels: width, quality } = DERIVATIVES[name]
  let [low, high] = [0, 60]
  let picture = Buffer.alloc(0)
  for (let i = 0; i < 8; i++) {
    const sigma = (low + high) / 2
    const create = {
      width,
      height: Math.round((width * 2) / 3),
      channels: 3 as const,
      background: '#000',
      noise: { type: 'gaussian' as const, mean: 128, sigma },
    }
    picture = await sharp({ create }).webp({ quality }).toBuffer()
    if (picture.length > BYTES[name]) high = sigma
    else low = sigma
  }
  return picture
}

interface Upload {
  projectId: string
  filename: string
  size: number
  type: 'PHOTO'
  key: string
}

const FILE = Buffer.alloc(1_024, 7)
// Several, because confirms of one project wait for each other.
const PROJECTS = 8

/**
 * Confirms uploads of eight projects concurrently, one after the other in each. A round's files are uploaded before it
 * begins. wrk can't do this: it repeats requests, and a repeated confirm does less work.
 */
export class Uploads {
  readonly #url: string
  readonly #keys: readonly BenchKey[]
  readonly #filesEach: number
  #calls = 0
  #projectIds: string[] = []
  #waiting: Upload[][] = []

  constructor(url: string, keys: readonly BenchKey[], filesEach: number) {
    this.#url = url
    this.#keys = keys
    this.#filesEach = filesEach
  }

  async prepare(): Promise<void> {
    // New projects for each round: the media of a project are limited.
    if (this.#projectIds.length === 0) this.#projectIds = await this.#projects()
    const projectIds = this.#projectIds.splice(0, PROJECTS)
    if (projectIds.length < PROJECTS) throw new Error('no projects left to upload to')
    this.#waiting = await Promise.all(projectIds.map((id) => this.#upload(id)))
  }

  async confirm(): Promise<Work> {
    const startedMs = performance.now()
    const failures = await Promise.all(this.#waiting.map((uploads) => this.#confirmEach(uploads)))
    const seconds = (performance.now() - startedMs) / 1_000
    const failed = failures.reduce((sum, each) => sum + each, 0)
    return { done: PROJECTS * this.#filesEach - failed, seconds, failed }
  }

  async #upload(projectId: string): Promise<Upload[]> {
    const asked = { filename: 'front.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
    const body = { projectId, files: Array.from({ length: this.#filesEach }, () => asked) }
    const response = await this.#post('/media/presign-batch', body)
    if (!response.ok) throw new Error(`presign-batch was refused: ${await response.text()}`)
    const { data } = (await response.json()) as { data: { key: string; uploadUrl: string }[] }
    await Promise.all(data.map(({ uploadUrl }) => put(uploadUrl)))
    const uploaded = { projectId, filename: 'front.jpg', size: FILE.length, type: 'PHOTO' } as const
    return data.map(({ key }) => ({ ...uploaded, key }))
  }

  /** @returns the number of failures */
  async #confirmEach(uploads: readonly Upload[]): Promise<number> {
    let failed = 0
    for (const upload of uploads) {
      const response = await this.#post('/media/confirm-upload', upload)
      await response.arrayBuffer()
      if (response.status !== 201) failed += 1
    }
    return failed
  }

  async #projects(): Promise<string[]> {
    const headers = this.#credential()
    const response = await fetch(`${this.#url}/projects?limit=100`, { headers })
    const { data } = (await response.json()) as { data: { id: string }[] }
    return data.map(({ id }) => id)
  }

  #post(path: string, body: object): Promise<Response> {
    const headers = { ...this.#credential(), 'content-type': 'application/json' }
    return fetch(`${this.#url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  /** Rotates the keys, so none comes near its rate limit. */
  #credential(): { 'x-api-key': string } {
    this.#calls += 1
    return { 'x-api-key': this.#keys[this.#calls % this.#keys.length]?.key ?? '' }
  }
}

async function put(url: string): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: FILE,
  })
  if (!response.ok) throw new Error(`the object store returned ${response.status}`)
}

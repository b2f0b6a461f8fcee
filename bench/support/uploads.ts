import type { BenchKey } from './fill.ts'
import type { Work } from './rounds.ts'

interface Upload {
  projectId: string
  filename: string
  size: number
  type: 'PHOTO'
  key: string
}

const FILE = Buffer.alloc(1_024, 7)
// Confirms in one project wait for each other. Those of several projects do not.
const PROJECTS = 8

/**
 * Confirms uploads of eight projects at once, in each project one after the other. The files of a round are
 * in the object store before it begins. wrk cannot do this: it repeats requests, and a repeated confirm does
 * less work.
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
    // Each round has projects of its own, because the media of a project are bounded.
    if (this.#projectIds.length === 0) this.#projectIds = await this.#projects()
    const projectIds = this.#projectIds.splice(0, PROJECTS)
    if (projectIds.length < PROJECTS) throw new Error('there are no projects left to upload to')
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

  /** Returns the number of failures. */
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

  /** Each call has another key, so that no key comes near its rate limit. */
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

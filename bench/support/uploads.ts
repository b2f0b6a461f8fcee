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
// Confirms of one project wait for each other; those of several do not.
const PROJECTS = 8

/**
 * Confirms uploads of eight projects at once, one after the other in each; those of a round stand in the
 * store before it begins. A load generator repeats its requests, and a second confirm is another case.
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
    // Each round has projects of its own: there is a limit to the media of one.
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
    const answer = await this.#post('/media/presign-batch', body)
    if (!answer.ok) throw new Error(`presign-batch was refused: ${await answer.text()}`)
    const { data } = (await answer.json()) as { data: { key: string; uploadUrl: string }[] }
    await Promise.all(data.map(({ uploadUrl }) => put(uploadUrl)))
    const uploaded = { projectId, filename: 'front.jpg', size: FILE.length, type: 'PHOTO' } as const
    return data.map(({ key }) => ({ ...uploaded, key }))
  }

  /** How many of them failed. */
  async #confirmEach(uploads: readonly Upload[]): Promise<number> {
    let failed = 0
    for (const upload of uploads) {
      const answer = await this.#post('/media/confirm-upload', upload)
      await answer.arrayBuffer()
      if (answer.status !== 201) failed += 1
    }
    return failed
  }

  async #projects(): Promise<string[]> {
    const headers = this.#credential()
    const answer = await fetch(`${this.#url}/projects?limit=100`, { headers })
    const { data } = (await answer.json()) as { data: { id: string }[] }
    return data.map(({ id }) => id)
  }

  #post(path: string, body: object): Promise<Response> {
    const headers = { ...this.#credential(), 'content-type': 'application/json' }
    return fetch(`${this.#url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  /** Each call has another key: none of them comes near its limit. */
  #credential(): { 'x-api-key': string } {
    this.#calls += 1
    return { 'x-api-key': this.#keys[this.#calls % this.#keys.length]?.key ?? '' }
  }
}

async function put(url: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: FILE,
  })
  if (!answer.ok) throw new Error(`the store answered ${answer.status}`)
}

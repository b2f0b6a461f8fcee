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
const BATCH = 50

/**
 * Confirms uploads one after the other; those of each round stand in the store before it begins. A load
 * generator repeats its requests, and a second confirm is another case.
 */
export class Uploads {
  readonly #url: string
  readonly #keys: readonly BenchKey[]
  readonly #count: number
  #calls = 0
  #projectIds: string[] = []
  #waiting: Upload[] = []

  constructor(url: string, keys: readonly BenchKey[], count: number) {
    this.#url = url
    this.#keys = keys
    this.#count = count
  }

  async prepare(): Promise<void> {
    // Each round has a project of its own: there is a limit to the media of one.
    if (this.#projectIds.length === 0) this.#projectIds = await this.#projects()
    const projectId = this.#projectIds.pop()
    if (projectId === undefined) throw new Error('there are no projects left to upload to')
    this.#waiting = []
    while (this.#waiting.length < this.#count) {
      const asked = { filename: 'front.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' }
      const body = { projectId, files: Array.from({ length: BATCH }, () => asked) }
      const answer = await this.#post('/media/presign-batch', body)
      if (!answer.ok) throw new Error(`presign-batch was refused: ${await answer.text()}`)
      const { data } = (await answer.json()) as { data: { key: string; uploadUrl: string }[] }
      await Promise.all(data.map(({ uploadUrl }) => put(uploadUrl)))
      const uploaded = {
        projectId,
        filename: 'front.jpg',
        size: FILE.length,
        type: 'PHOTO',
      } as const
      this.#waiting.push(...data.map(({ key }) => ({ ...uploaded, key })))
    }
  }

  async confirm(): Promise<Work> {
    const startedMs = performance.now()
    let failed = 0
    for (const upload of this.#waiting) {
      const answer = await this.#post('/media/confirm-upload', upload)
      await answer.arrayBuffer()
      if (answer.status !== 201) failed += 1
    }
    const seconds = (performance.now() - startedMs) / 1_000
    return { done: this.#waiting.length - failed, seconds, failed }
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

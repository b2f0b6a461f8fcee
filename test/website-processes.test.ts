// docs/contract.md#c23-hidden and #c23-media, with production processes and files in the store.

import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@mediajobs/db/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { testObjectStore } from '@mediajobs/testing/api/object-store'
import { HOUSE, WEBSITE } from '@mediajobs/testing/api/published-site'
import { anyAddress } from '@mediajobs/testing/api/request'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { eventually } from '@mediajobs/testing/eventually'
import { startApi } from '@mediajobs/testing/service/process'
import t from 'tap'

const FILM = randomBytes(300_000)

const { url: databaseUrl } = await createTestDatabase(t)
const studio = await openGallery(await testApp(t, { databaseUrl }))
const { org } = studio
const env = { TRUST_PROXY: 'true', RATE_LIMITS: '1000/1s' }
const apis = [await startApi(t, databaseUrl, env), await startApi(t, databaseUrl, env)] as const

const projectId = await studio.shoot(2, HOUSE)
const photoId = (await studio.call('GET', `/projects/${projectId}/media`)).body.data[0].id
const filmId = await studio.addMedia(projectId, {
  type: 'VIDEO',
  contentType: 'video/mp4',
  position: 9,
})
const file = { contentType: 'video/mp4', cacheControl: 'public' }
await testObjectStore().put(`${org.organizationId}/${filmId}`, FILM, file)
await studio.deliver(projectId)
const path = `/projects/${projectId}/website`

/** A staff call to one of the processes. */
// biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
async function call(n: 0 | 1, method: string, to: string, body: object = {}): Promise<any> {
  const response = await fetch(apis[n].url + to, {
    method,
    headers: { 'x-api-key': org.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

/** A stranger's call to one of the processes. */
const visit = (n: 0 | 1, to: string, accept = 'application/json') =>
  fetch(apis[n].url + to, {
    headers: { accept, 'x-forwarded-for': anyAddress() },
    redirect: 'manual',
  })

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const put = (website: object = {}) => call(0, 'PUT', path, { ...WEBSITE, ...website })
const { brandedUrl, unbrandedUrl } = await put()
const [site, tour] = [brandedUrl, unbrandedUrl].map((url) => new URL(url).pathname) as [
  string,
  string,
]

t.test(
  'a closed page is the same 404 in every process from the next call on [c23-hidden]',
  async (t) => {
    const addresses = [site, tour, `${site}/media/${photoId}`, `${tour}/media/${filmId}`]
    const answers = async (n: 0 | 1) => {
      const seen = []
      for (const to of addresses) {
        const response = await visit(n, to)
        const body = response.status === 404 ? ((await response.json()) as object) : undefined
        seen.push([response.status, body && { ...body, requestId: undefined }])
      }
      return seen
    }
    const unknown = (await (await visit(0, `/sites/${'A'.repeat(22)}`)).json()) as object
    const hidden = addresses.map(() => [404, { ...unknown, requestId: undefined }])
    const open = [200, 200, 307, 307].map((status) => [status, undefined])
    const expect = async (wanted: unknown[], why: string) => {
      for (const n of [1, 0] as const) t.strictSame(await answers(n), wanted, `${why}, ${n}`)
    }
    for (let round = 0; round < 3; round++) {
      await call(0, 'POST', `${path}/publish`)
      await expect(open, 'published')
      await call(0, 'POST', `${path}/unpublish`)
      await expect(hidden, 'unpublished')
    }
    await call(0, 'POST', `${path}/publish`)
    await put({ expiresAt: new Date(Date.now() + 5_000).toISOString() })
    await eventually('it expires', async () => (await visit(0, site)).status === 404)
    await expect(hidden, 'expired')
    await put()
    await expect(open, 'no longer expired')
    await call(0, 'DELETE', `/projects/${projectId}/delivery`)
    await expect(hidden, 'revoked')
    await call(0, 'POST', `/projects/${projectId}/deliver`)
    await expect(open, 'delivered again')
  },
)

t.test("the store serves ranges of a page's photos and videos [c23-media]", async (t) => {
  for (const page of [site, tour]) {
    const range = { range: 'bytes=1000-1999' }
    const ask = (to: string, headers = {}) =>
      fetch(apis[1].url + to, { headers: { ...headers, 'x-forwarded-for': anyAddress() } })
    const part = await ask(`${page}/media/${filmId}`, range)
    t.equal(part.status, 206)
    t.ok(part.redirected)
    t.equal(part.headers.get('content-range'), `bytes 1000-1999/${FILM.length}`)
    t.equal(part.headers.get('content-type'), 'video/mp4')
    t.ok(FILM.subarray(1_000, 2_000).equals(await bytesOf(part)))
    const whole = await ask(`${page}/media/${filmId}`)
    t.equal(whole.status, 200)
    t.ok(FILM.equals(await bytesOf(whole)))
    const beyond = await ask(`${page}/media/${filmId}`, { range: `bytes=${FILM.length}-` })
    t.equal(beyond.status, 416)
    const sizes = []
    for (const size of ['thumb', 'medium', 'grid', 'large']) {
      const picture = await ask(`${page}/media/${photoId}?size=${size}`)
      t.match(picture.headers.get('content-type'), /^image\/(webp|jpeg)$/, size)
      sizes.push((await bytesOf(picture)).length)
    }
    t.strictSame(
      sizes,
      sizes.toSorted((a, b) => a - b),
      'each is larger',
    )
  }
})

// docs/contract.md#c14-bucket-cors, in a real browser.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { STAGING_PREFIX } from '@mediajobs/domain'
import { allowPages, openObjectStore } from '@mediajobs/object-store'
import { openBrowser } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import t, { type Test } from 'tap'
import { ownObjectStore } from '../support/own-object-store.ts'

const skip = whyNoChromium() ?? false
const PUBLIC = '01980000-0000-7000-8000-000000000000/front.jpg'
const FILE_BYTES = 2_000_000

async function pageOrigin(t: Test): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>A page</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Uploads bytes like the upload page. Runs in the browser. */
const uploading = (url: string) => `new Promise((resolve) => {
  const request = new XMLHttpRequest()
  let progress = 0
  request.upload.onprogress = (event) => { progress = event.loaded }
  request.onloadend = () => resolve({ status: request.status, progress })
  request.open('PUT', ${JSON.stringify(url)})
  request.setRequestHeader('content-type', 'image/jpeg')
  request.send(new Uint8Array(${FILE_BYTES}))
})`

t.test(
  'a page can upload to a presigned URL and read a file once the bucket allows it [c14-bucket-cors]',
  { skip },
  async (t) => {
    const { options } = await ownObjectStore(t)
    const store = openObjectStore(options)
    await store.put(PUBLIC, Buffer.from('bytes'), {
      contentType: 'image/jpeg',
      cacheControl: 'public',
    })
    const origin = await pageOrigin(t)
    const page = await (await openBrowser(t)).newPage()
    await page.goto(origin)
    const key = `${STAGING_PREFIX}a-page/front.jpg`
    const url = await store.presignPut(key, 'image/jpeg', 60)
    const put = () => page.evaluate<{ status: number; progress: number }>(uploading(url))
    const read = () =>
      page.evaluate(
        (url) => fetch(url).then((response) => response.text(), String),
        store.cdnUrl(PUBLIC),
      )
    t.equal((await put()).status, 0, 'the browser refuses it')
    t.equal(await store.stat(key), null)
    t.match(await read(), 'Failed to fetch')
    t.equal(await allowPages(options, [origin]), 'changed')
    t.strictSame(await put(), { status: 200, progress: FILE_BYTES })
    t.match(await store.stat(key), { sizeBytes: FILE_BYTES, contentType: 'image/jpeg' })
    t.equal(await read(), 'bytes')
  },
)

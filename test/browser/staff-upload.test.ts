// docs/contract.md#c12-upload docs/contract.md#c12-accessible

import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testObjectStoreOptions } from '@mediajobs/testing/api/object-store'
import { PHONE, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { signedInPage, staffInBrowser, weigh } from '@mediajobs/testing/browser/staff-pages'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'

const MAX_BYTES = 30_720
const MB = 1_000_000
const LARGE_BYTES = 300 * MB

interface Sent {
  name: string
  mimeType: string
  buffer: Buffer
}

const bytes = (name: string, size: number, mimeType = 'image/jpeg'): Sent => ({
  name,
  mimeType,
  buffer: randomBytes(size),
})

/** A JPEG header with these dimensions, without pixels. */
function headOfJpeg(width: number, height: number): Buffer {
  const head = Buffer.from('ffd8ffe000040000ffc0001108000000000301', 'hex')
  head.writeUInt16BE(height, 13)
  head.writeUInt16BE(width, 15)
  return Buffer.concat([head, Buffer.alloc(20)])
}

t.test('the upload page in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, browser } = await staffInBrowser(t)
  const org = await api.createOrg()
  const technician = await api.createMember(org, 'TECHNICIAN')
  const { call } = org

  async function book() {
    const { body } = await call('POST', '/projects/create', {
      scheduledTime: '2026-05-01T16:30:00Z',
      addressLine1: '48 Alder Ridge Road',
      city: 'Pasadena',
      technicianId: technician.userId,
    })
    const id: string = body.id
    const media = async () => (await call('GET', `/projects/${id}/media`)).body.data
    return { id, media, path: `/app/${org.organizationId}/projects/${id}/upload` }
  }

  async function openPage(
    t: Test,
    path: string,
    options: object = { viewport: VIEWPORTS.desktop },
  ) {
    const page = await signedInPage(t, browser, api.url, technician, options)
    await page.goto(`${api.url}${path}`)
    return { context: page.context(), page, rows: page.locator('#rows li') }
  }

  const choose = (page: Page, files: Sent[] | string[], input = '#files') =>
    page.locator(input).setInputFiles(files)
  const start = (page: Page, files: string) =>
    page.getByRole('button', { name: `Upload ${files}` }).click()

  await t.test('a bar looks as full as it is, whatever the brand color [c12-upload]', async (t) => {
    await call('PATCH', '/organization', { colour: '#ffcc00' })
    const { path } = await book()
    const { context, page } = await openPage(t, path)
    await slow(context, page, MB / 10)
    await choose(page, [bytes('large.jpg', 2 * MB)])
    await start(page, '1 file')
    const shown = await page.locator('#rows progress').screenshot()
    const { data, info } = await sharp(shown)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const middle = Math.floor(info.height / 2) * info.width + Math.floor(info.width * 0.75)
    t.ok((data[middle] ?? 0) > 200, 'the rest of the bar is light on the light page')
    await call('PATCH', '/organization', { colour: null })
  })

  await t.test(
    'six files arrive once and in order, despite an interruption and a reload [c12-upload]',
    async (t) => {
      const { media, path } = await book()
      const { context, page, rows } = await openPage(t, path)
      const folder = await newFolder(t)
      const files = [10, 1, 2, 3, 4, 5].map((n) => join(folder, `room ${n}.jpg`))
      for (const file of files) await writeFile(file, randomBytes(file === files[0] ? 40 * MB : MB))
      await slow(context, page, 4 * MB)
      await choose(page, files)
      await start(page, '6 files')
      await page.locator('#rows .done').first().waitFor()
      await context.setOffline(true)
      await page.locator('#sum').getByText("You're offline.").waitFor()
      const before = (await media()).length
      t.ok(before >= 1 && before < 6, `${before} files before the cut`)
      await context.setOffline(false)
      await slow(context, page, 4 * MB)
      // By then the large one is far from done, even on a busy machine.
      await rows.nth(4).getByText('Uploaded').waitFor({ timeout: 60_000 })
      let asked = 0
      page.on('dialog', (dialog) => {
        asked += 1
        void dialog.accept()
      })
      await page.reload()
      await page.getByText('from last time').waitFor()
      t.equal(asked, 1, 'the browser asks before leaving')
      const here = (await media()).length
      t.equal(here, 5)
      await choose(page, files)
      await page
        .locator('#rows .here')
        .nth(here - 1)
        .waitFor()
      await start(page, '1 file')
      await page
        .locator('#sum')
        .getByText(/uploaded\./)
        .waitFor({ timeout: 60_000 })
      const all = await media()
      t.strictSame(
        all.map(({ filename }: { filename: string }) => filename),
        [1, 2, 3, 4, 5, 10].map((n) => `room ${n}.jpg`),
      )
      for (const { cdnUrl, filename } of [all[0], all[5]]) {
        const stored = Buffer.from(await (await fetch(cdnUrl)).arrayBuffer())
        t.equal(hash(stored), hash(await readFile(join(folder, filename))))
      }
      await page.reload()
      await choose(page, files)
      await page.getByText('All of these files are already uploaded.').waitFor()
      t.equal(await page.locator('#rows .here').count(), 6)
    },
  )

  await t.test('once all files are uploaded, one button ends the shoot [c12-upload]', async (t) => {
    const { id, path } = await book()
    await call('PATCH', `/projects/${id}/status`, { status: 'SHOOTING' })
    const { page } = await openPage(t, path, { viewport: VIEWPORTS.phone })
    const end = page.getByRole('button', { name: 'Shooting done' })
    await choose(page, [bytes('one.jpg', 1_000), bytes('two.jpg', 2_000)])
    t.equal(await end.isVisible(), false, 'not before they are sent')
    await start(page, '2 files')
    await end.waitFor()
    await page.locator('#sum').getByText('All 2 files uploaded.').waitFor()
    await choose(page, [bytes('three.jpg', 3_000)])
    await page.getByRole('button', { name: 'Upload 1 file' }).waitFor()
    t.equal(await end.isVisible(), false, 'nor while another waits')
    await start(page, '1 file')
    await end.click()
    await page.getByText('Status changed.').waitFor()
    // The page drops `?done` from its address.
    await page.waitForURL(new RegExp(`/projects/${id}$`))
    t.equal((await call('GET', `/projects/${id}`)).body.status, 'UPLOADED')
  })

  await t.test(
    "a shoot is finished with three taps from the technician's day, and leads to its job [c12-upload]",
    async (t) => {
      const { id } = await book()
      await call('PATCH', `/projects/${id}/status`, { status: 'SHOOTING' })
      const { page } = await openPage(t, `/app/${org.organizationId}/today?day=2026-05-01`, PHONE)
      await page
        .locator('.card', { has: page.locator(`[href*="${id}"]`) })
        .getByRole('link', { name: 'Upload' })
        .tap()
      await choose(page, [bytes('one.jpg', 1_000), bytes('two.jpg', 2_000)])
      await page.getByRole('button', { name: 'Upload 2 files' }).tap()
      await page.getByRole('button', { name: 'Shooting done' }).tap()
      await page.getByText('Status changed.').waitFor()
      await page.waitForURL(new RegExp(`/projects/${id}$`))
      t.equal((await call('GET', `/projects/${id}`)).body.status, 'UPLOADED')
    },
  )

  await t.test(
    'files without a preview or that are refused are named before the upload [c12-upload]',
    async (t) => {
      const { media, path } = await book()
      const { page, rows } = await openPage(t, path)
      await choose(page, [
        { name: 'a.heic', mimeType: '', buffer: Buffer.from('heic') },
        { name: 'b.jpg', mimeType: 'image/jpeg', buffer: headOfJpeg(20_000, 10_000) },
        { name: 'c.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
        bytes(`d${'d'.repeat(300)}.jpg`, 1_000),
        bytes('e floor plan.pdf', 1_000, 'application/pdf'),
        bytes('.DS_Store', 1_000),
      ])
      await page.getByText('Skipped 1 system file: .DS_Store').waitFor()
      t.match(await rows.nth(0).textContent(), 'HEIC opens only on Apple devices')
      t.match(await rows.nth(1).textContent(), '200 megapixels: photos above 120')
      t.match(await rows.nth(2).textContent(), 'This file is empty.')
      t.equal(await rows.nth(4).locator('select').inputValue(), 'FLOORPLAN')
      t.strictSame(await media(), [], 'nothing is sent yet')
      await rows.nth(0).getByRole('button', { name: 'Remove' }).click()
      await start(page, '3 files')
      const refused = page.locator('#rows .failed')
      await refused.getByText(/Filename must have/).waitFor()
      await page.locator('#sum').getByText('2 of 3 files uploaded. 1 failed').waitFor()
      t.match(await page.locator('#sum').textContent(), "1 file can't be uploaded: see the list.")
      t.strictSame(
        (await media()).map(({ type }: { type: string }) => type),
        ['PHOTO', 'FLOORPLAN'],
      )
      t.ok(await refused.getByRole('button', { name: 'Retry' }).isVisible())
    },
  )

  await t.test("a refused file alone isn't called already uploaded [c12-upload]", async (t) => {
    const { path } = await book()
    const { page } = await openPage(t, path, PHONE)
    await choose(page, [bytes('a.jpg', 0)])
    const sum = page.locator('#sum')
    await sum.getByText("1 file can't be uploaded: see the list.").waitFor()
    await choose(page, [bytes('b.jpg', 1_000)])
    await sum.getByText(/^1 file, 1 kB\. 1 file can't be uploaded/).waitFor()
  })

  await t.test(
    'a failed file is retried, and takes its place in the order [c12-upload]',
    async (t) => {
      const { media, path } = await book()
      const { page, rows } = await openPage(t, path)
      const store = `${testObjectStoreOptions().endpoint}/**`
      const headers = { 'access-control-allow-origin': '*' }
      // One is refused, one is lost by a store that claims to have it.
      const answers = new Map([
        ['image/jpeg', 400],
        ['image/png', 200],
      ])
      await page.route(store, (route) => {
        const type = route.request().headers()['content-type'] ?? ''
        const status = answers.get(type)
        answers.delete(type)
        return status === undefined ? route.continue() : route.fulfill({ status, headers })
      })
      await choose(page, [
        bytes('a.jpg', 1_000),
        bytes('b.png', 1_000, 'image/png'),
        bytes('c.webp', 1_000, 'image/webp'),
      ])
      await start(page, '3 files')
      const failed = page.locator('#rows .failed')
      await failed.getByText('The storage refused the file (400).').waitFor()
      await failed.getByText("can't be used here").waitFor()
      await page.locator('#sum').getByText('1 of 3 files uploaded. 2 failed').waitFor()
      await failed.getByRole('button', { name: 'Retry' }).first().click()
      await page.locator('#sum').getByText('2 of 3 files uploaded. 1 failed').waitFor()
      await page.getByRole('button', { name: 'Try 1 file again' }).click()
      await page.locator('#sum').getByText('All 3 files uploaded.').waitFor()
      const names = async () => (await media()).map((each: { filename: string }) => each.filename)
      t.strictSame(await names(), ['a.jpg', 'b.png', 'c.webp'])
      await page.reload()
      await choose(page, [bytes('a.jpg', 1_000)])
      await rows.getByRole('button', { name: 'Send a.jpg anyway' }).click()
      await page.locator('#sum').getByText('The file is uploaded.').waitFor()
      t.equal((await names()).filter((name: string) => name === 'a.jpg').length, 2)
    },
  )

  await t.test(
    'an altered picture is saved with its original, and a video shows a frame [c12-upload]',
    async (t) => {
      const { media, path } = await book()
      const { page, rows } = await openPage(t, path)
      const photo = await sharp({
        create: { width: 300, height: 200, channels: 3, background: '#4a7' },
      })
        .jpeg()
        .toBuffer()
      await choose(
        page,
        [
          { name: '1 staged.jpg', mimeType: 'image/jpeg', buffer: Buffer.concat([photo, photo]) },
          { name: '2 room.jpg', mimeType: 'image/jpeg', buffer: photo },
        ],
        '#roll',
      )
      await page.evaluate(RECORDED_VIDEO)
      await page.locator('#rows canvas.painted').nth(2).waitFor()
      await rows.nth(0).getByText('Altered picture').click()
      await rows.nth(0).getByLabel('Altered from').selectOption({ label: '2 room.jpg' })
      await rows.nth(0).getByLabel('What was altered').fill('A sofa')
      await start(page, '3 files')
      await page.locator('#sum').getByText('All 3 files uploaded.').waitFor()
      const [staged, room, tour] = await media()
      t.match(staged, { filename: '1 staged.jpg', alteredFromMediaId: room.id })
      t.match(staged.alteration, { kind: 'VIRTUAL_STAGING', note: 'A sofa' })
      t.equal(tour.type, 'VIDEO')
      await rows.nth(0).getByRole('link', { name: 'Open' }).click()
      await page.getByRole('heading', { name: '1 staged.jpg' }).waitFor()
    },
  )

  await t.test('a file whose extension is the name of a JavaScript property arrives', async (t) => {
    const { media, path } = await book()
    const { page } = await openPage(t, path)
    const file = join(await newFolder(t), 'notes.constructor')
    await writeFile(file, 'Ring twice.')
    await choose(page, [file])
    await start(page, '1 file')
    await page.locator('#sum').getByText('The file is uploaded.').waitFor()
    t.equal((await media())[0].contentType, 'application/octet-stream')
  })

  await t.test('a file of 300 MB is sent from disk, not from memory [c12-upload]', async (t) => {
    const { media, path } = await book()
    const tour = join(await newFolder(t), 'tour.mp4')
    await writeFile(tour, '')
    await truncate(tour, LARGE_BYTES)
    const { page } = await openPage(t, path)
    await choose(page, [tour])
    const before = await browserMemory()
    t.ok(before > 50 * MB, `${before} bytes are those of a browser`)
    await start(page, '1 file')
    const end = page.locator('#sum').getByText('The file is uploaded.')
    let most = 0
    for (; (await end.count()) === 0; await page.waitForTimeout(100)) {
      most = Math.max(most, (await browserMemory()) - before)
    }
    t.comment(`${Math.round(most / MB)} MB more memory`)
    t.ok(most < LARGE_BYTES / 3, `${most} bytes more`)
    t.equal((await media())[0].size, LARGE_BYTES)
  })

  await t.test(
    'axe-core finds nothing, at any width and color scheme [c12-accessible]',
    async (t) => {
      await call('PATCH', '/organization', { locale: 'de-DE' })
      const [light, dark] = [{ colorScheme: 'light' }, { colorScheme: 'dark' }] as const
      // Each state is inspected in both color schemes and at both widths.
      const looks = { phone: [light, dark], desktop: [dark, light] } as const
      for (const [width, [first, second]] of Object.entries(looks)) {
        const { path } = await book()
        const viewport = VIEWPORTS[width as keyof typeof looks]
        const { page, rows } = await openPage(t, path, { viewport, ...first })
        await choose(page, STRANGE)
        await rows.nth(STRANGE.length - 1).waitFor()
        await rows.nth(1).getByText('Altered picture').click()
        await expectLook(t, page, `staff-upload-${width}-chosen`)
        await page.emulateMedia(second)
        await start(page, '4 files')
        await page.locator('#sum').getByText('failed').waitFor()
        await expectLook(t, page, `staff-upload-${width}-sent`)
      }
    },
  )

  await t.test('the page, with style and script, weighs at most 30 kB [c12-upload]', async (t) => {
    const { path } = await book()
    const { page } = await openPage(t, path)
    const { files, bytes } = await weigh(page)
    t.ok(files >= 4 && bytes <= MAX_BYTES, `${files} files, ${bytes} bytes`)
  })
})

/** Names and types as found in the wild. */
const STRANGE: Sent[] = [
  { name: '1 كاميرا <script>alert(1)</script>.heic', mimeType: '', buffer: Buffer.from('heic') },
  bytes(`2 ${'a very long name of a room '.repeat(8)}.jpg`, 2_000),
  bytes('3 brochure.pdf', 3_000, 'application/pdf'),
  { name: '4 empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  bytes(`5 ${'x'.repeat(300)}.jpg`, 4_000),
]

/** Drops a one-second video recorded by the browser itself. */
const RECORDED_VIDEO = `new Promise((resolve) => {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  const draw = setInterval(() => { pen.fillStyle = 'teal'; pen.fillRect(0, 0, 300, 150) }, 50)
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  recorder.ondataavailable = ({ data }) => {
    clearInterval(draw)
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([data], '3 tour.webm', { type: 'video/webm' }))
    dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
    resolve()
  }
  recorder.start()
  setTimeout(() => recorder.stop(), 1_000)
})`

/** @param bytesPerSecond of uploads */
async function slow(context: BrowserContext, page: Page, bytesPerSecond: number) {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 5,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

async function newFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Private memory of this process's descendants, in bytes. */
async function browserMemory(): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = new Map(
    await Promise.all(ids.map(async (id) => [id, await parentOf(id)] as const)),
  )
  const isOwn = (id: string | undefined): boolean =>
    id !== undefined && (id === String(process.pid) || isOwn(parents.get(id)))
  const own = ids.filter((id) => id !== String(process.pid) && isOwn(id))
  const sizes = await Promise.all(own.map(anonymousBytes))
  return sizes.reduce((sum, each) => sum + each, 0)
}

async function parentOf(id: string): Promise<string | undefined> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  return /\) \S (\d+)/.exec(stat)?.[1]
}

async function anonymousBytes(id: string): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024
}

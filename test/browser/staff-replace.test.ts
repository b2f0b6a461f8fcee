// docs/contract.md#c12-replace and #c12-versions: from a comment to the corrected photo.

import { VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { expectLook } from '@mediajobs/testing/browser/looks'
import { staffInBrowser } from '@mediajobs/testing/browser/staff-pages'
import { photo } from '@mediajobs/testing/media/pictures'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'

interface Item {
  id: string
  filename: string
  position: number
  replacesMediaId: string | null
}

interface Ranges {
  document: {
    createRange(): {
      selectNodeContents(node: unknown): void
      getBoundingClientRect(): { x: number }
    }
  }
}

t.test('replacing a file in a browser', { skip: whyNoChromium() ?? false }, async (t) => {
  const { api, pagesOf } = await staffInBrowser(t)
  const { org, shoot, deliver, client, call } = await openGallery(api)
  const openPage = pagesOf(org)
  const better = await photo(900, 600)
  const file = (name: string, buffer = better) => ({ name, mimeType: 'image/jpeg', buffer })

  /** A job whose client asked for changes. */
  async function asked(comments: readonly string[]) {
    const projectId = await shoot(3)
    const media = async (query = ''): Promise<Item[]> =>
      (await call('GET', `/projects/${projectId}/media${query}`)).body.data
    const [, second] = await media()
    const mediaId = second?.id ?? ''
    const items = comments.map((comment, n) => ({ mediaId, comment, x: 0.3 + n / 5, y: 0.5 }))
    await client(await deliver(projectId)).requestRevision({ items })
    const path = `/projects/${projectId}/revisions`
    const round = async () => (await call('GET', path)).body.data[0]
    const { id, items: kept } = await round()
    const itemPath = `${path}/${id}/items/${kept[0]?.id}`
    return { projectId, media, mediaId, round, itemPath }
  }

  // Without motion, a link's target is in place immediately.
  const open = (t: Test, path: string, options: object = { viewport: VIEWPORTS.desktop }) =>
    openPage(t, `/projects/${path}`, { reducedMotion: 'reduce', ...options })

  /** Clicks the button and chooses a file. */
  async function replace(page: Page, chosen: ReturnType<typeof file>) {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByText('Replace photo').first().click(),
    ])
    await chooser.setFiles(chosen)
  }

  await t.test(
    'one button answers a comment with another photo, and shows both side by side [c12-replace, c12-versions]',
    async (t) => {
      const { projectId, media, mediaId, round } = await asked(['Remove the bin', 'Brighter'])
      const page = await open(t, projectId)
      await page.getByLabel('Answer to the client').first().fill('It is gone')
      await replace(page, file('no bin.jpg'))
      await page.getByText('File replaced.').waitFor()
      const [, second] = await media()
      t.match(second, { filename: 'no bin.jpg', replacesMediaId: mediaId, position: 2 })
      const { items } = await round()
      const done = { status: 'DONE', answer: 'It is gone', resolvedMediaId: second?.id }
      t.match(items, [done, { status: 'OPEN', resolvedMediaId: null }])
      t.equal((await media()).length, 3)

      const said = await page.getByText('replaced it with').boundingBox()
      const quiet = await page.getByText('Change answer…').evaluate((each) => {
        const text = (globalThis as unknown as Ranges).document.createRange()
        text.selectNodeContents(each)
        return text.getBoundingClientRect().x
      })
      t.ok(said && Math.abs(quiet - said.x) <= 2, 'below the text')

      await page.getByRole('link', { name: 'See both' }).click()
      const versions = page.locator('#versions li')
      t.strictSame(await versions.locator('bdi').allTextContents(), [
        'no bin.jpg',
        `${mediaId}.jpg`,
      ])
      t.match(await versions.first().textContent(), /Current.*no bin\.jpg.*·/s)
      const [left, right] = await Promise.all([0, 1].map((n) => versions.nth(n).boundingBox()))
      t.ok(left && right && left.y === right.y && left.x < right.x, 'side by side')

      await page.goBack()
      await replace(page, file('brighter.jpg'))
      await page.getByText('File replaced.').waitFor()
      const all = await media('?includeReplaced=true')
      t.equal(all.length, 5)
      t.equal((await media())[1]?.filename, 'brighter.jpg', 'the newest one was replaced')
    },
  )

  await t.test(
    'the pages are accessible at both widths, light and dark [c12-accessible]',
    async (t) => {
      const { projectId, mediaId } = await asked(['Remove the bin'])
      const first = await open(t, projectId)
      await replace(first, file('corrected.jpg'))
      await first.getByText('File replaced.').waitFor()
      const { projectId: waiting } = await asked(['Remove the bin', 'Brighter'])
      for (const [width, viewport] of Object.entries(VIEWPORTS)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          for (const [name, path] of [
            ['comment', waiting],
            ['answered', projectId],
            ['versions', `${projectId}/files/${mediaId}`],
          ] as const) {
            const page = await open(t, path, { viewport, colorScheme })
            await expectLook(t, page, `staff-replace-${name}-${width}-${colorScheme}`)
          }
        }
      }
      const phone = await open(t, `${projectId}/files/${mediaId}`, { viewport: VIEWPORTS.phone })
      const versions = phone.locator('#versions li')
      const [upper, lower] = await Promise.all([0, 1].map((n) => versions.nth(n).boundingBox()))
      t.ok(upper && lower && upper.x === lower.x && upper.y < lower.y, 'one below the other')
    },
  )

  await t.test('a file can be replaced on its page [c12-replace]', async (t) => {
    const { projectId, media } = await asked(['Brighter'])
    const [, , third] = await media()
    const page = await open(t, `${projectId}/files/${third?.id}`)
    await replace(page, file('third.jpg'))
    await page.getByText('File replaced.').waitFor()
    t.equal((await media())[2]?.filename, 'third.jpg')
  })

  await t.test(
    'a concurrent change by someone else is reported, and nothing is replaced [c12-replace]',
    async (t) => {
      const { projectId, media, mediaId, itemPath } = await asked(['Brighter'])
      const page = await open(t, projectId)
      await call('PATCH', itemPath, { answer: 'I am on it' })
      await replace(page, file('late.jpg'))
      await page.getByText('Someone else has answered this comment').waitFor()
      t.ok(await page.getByText('Replace photo').isVisible(), 'the button is there again')
      t.equal((await media('?includeReplaced=true')).length, 3)
      await page.reload()
      const presigned = await call('POST', '/media/presign', {
        ...{ projectId, filename: 'theirs.jpg', contentType: 'image/jpeg', mediaType: 'PHOTO' },
      })
      await fetch(presigned.body.uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: 'pixels',
      })
      const theirs = await call('POST', '/media/confirm-upload', {
        ...{ projectId, filename: 'theirs.jpg', size: 6, type: 'PHOTO', key: presigned.body.key },
        replacesMediaId: mediaId,
      })
      t.equal(theirs.status, 201)
      await replace(page, file('late.jpg'))
      await page.getByText('Someone else replaced this file already').waitFor()
      t.equal((await media())[1]?.filename, 'theirs.jpg')
    },
  )

  await t.test('an upload can be canceled, and an empty file is refused', async (t) => {
    const { projectId, media } = await asked(['Brighter'])
    const page = await open(t, projectId)
    // The store doesn't respond.
    await page.route(
      (url) => url.pathname.includes('/staging/'),
      () => {},
    )
    await replace(page, file('slow.jpg'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Replace photo').waitFor()
    await replace(page, file('empty.jpg', Buffer.alloc(0)))
    await page.getByText('This file is empty.').waitFor()
    t.equal((await media('?includeReplaced=true')).length, 3)
  })

  await t.test('without JavaScript, there is no button [c12-replace]', async (t) => {
    const { projectId, mediaId } = await asked(['Brighter'])
    for (const path of [projectId, `${projectId}/files/${mediaId}`]) {
      const options = { viewport: VIEWPORTS.phone, javaScriptEnabled: false }
      const page = await open(t, path, options)
      t.notOk(await page.getByText('Replace photo').isVisible())
    }
  })
})

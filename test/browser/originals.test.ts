// docs/contract.md#c13-originals docs/contract.md#c12-accessible docs/contract.md#c12-policy

import { testApp } from '@mediajobs/testing/api/app'
import { openBrowser, takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { expectLook } from '@mediajobs/testing/browser/looks'
import t from 'tap'

const skip = whyNoChromium() ?? false

t.test('an altered picture’s page in a browser', { skip }, async (t) => {
  const api = await testApp(t, { trustProxy: true })
  const { shoot, addPhoto, deliver, client, call } = await openGallery(api)
  const settings = { colour: '#7a1fa2', showAddressOnOriginals: true }
  t.equal((await call('PATCH', '/organization', settings)).status, 200)
  const projectId = await shoot(1)
  const [first] = (await call('GET', `/projects/${projectId}/media`)).body.data
  await addPhoto(projectId, 1, {
    alteredFromMediaId: first.id,
    alterationKind: 'VIRTUAL_STAGING',
    alterationNote: 'Sofa, table and lamp are not in the house.',
  })
  const { body } = await client(await deliver(projectId)).open()
  const { pathname } = new URL(body.media[1].originalsUrl)
  const browser = await openBrowser(t)

  await t.test(
    'axe-core finds nothing, at any width and color scheme [c12-policy, c12-accessible]',
    async (t) => {
      for (const [name, path] of Object.entries({ pair: pathname, missing: '/originals/nope' })) {
        for (const [width, viewport] of Object.entries(VIEWPORTS)) {
          for (const colorScheme of ['light', 'dark'] as const) {
            const page = await browser.newPage({ viewport, colorScheme })
            const errors: string[] = []
            page.on('console', (each) => void (each.type() === 'error' && errors.push(each.text())))
            await page.goto(`${api.url}${path}`, { waitUntil: 'networkidle' })
            await expectLook(t, page, `originals-${name}-${width}-${colorScheme}`)
            t.equal(errors.length, name === 'missing' ? 1 : 0, errors.join('; '))
            await page.close()
          }
        }
      }
    },
  )

  await t.test('pictures and QR code load, side by side on a wide screen', async (t) => {
    for (const [width, viewport] of Object.entries(VIEWPORTS)) {
      const page = await browser.newPage({ viewport })
      await page.goto(`${api.url}${pathname}`, { waitUntil: 'networkidle' })
      const widths = await page.$$eval('img', (images) =>
        (images as unknown as { naturalWidth: number }[]).map(({ naturalWidth }) => naturalWidth),
      )
      t.equal(widths.length, 3)
      t.ok(widths.every((each) => each > 0))
      const tops = await page.$$eval('figure', (figures) =>
        (figures as unknown as { offsetTop: number }[]).map(({ offsetTop }) => offsetTop),
      )
      t.equal(tops[0] === tops[1], width === 'desktop')
      await page.close()
    }
  })

  await t.test('in print both pictures are side by side, in light colors', async (t) => {
    const page = await browser.newPage({
      viewport: { width: 640, height: 900 },
      colorScheme: 'dark',
    })
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${api.url}${pathname}`, { waitUntil: 'networkidle' })
    t.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    )
    const columns = await page.evaluate(
      'getComputedStyle(document.querySelector(".both")).gridTemplateColumns.split(" ").length',
    )
    t.equal(columns, 2)
    await takeScreenshot(page, 'originals-print')
    await page.close()
  })
})

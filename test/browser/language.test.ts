// docs/contract.md#c12-language: a client's journey in Spanish.

import { readFile } from 'node:fs/promises'
import { openMediaFixture } from '@mediajobs/media/testing'
import { testApp } from '@mediajobs/testing/api/app'
import { openBrowser, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { openGallery } from '@mediajobs/testing/browser/gallery'
import { expectLook, openAsClient } from '@mediajobs/testing/browser/looks'
import { photo } from '@mediajobs/testing/media/pictures'
import { entriesOf } from '@mediajobs/testing/media/zip'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { openFrontProxy } from '../support/front-proxy.ts'

const skip = whyNoChromium() ?? false
/** English words on the pages that aren't also Spanish. */
const ENGLISH =
  /\b(?:the|your|you|this|with|and|not|sent|changes?|approve|download|select|comments?|photos?|files?|close|before|after|done)\b/i

async function open(t: Test, browser: Browser, url: string, options: BrowserContextOptions = {}) {
  // A page waiting for its download polls for it.
  const isExpected = (_: string, from: string) => from.endsWith('/archive.zip')
  return openAsClient(t, browser, url, { locale: 'es-MX', ...options }, { isExpected })
}

/** Visible text and text for screen readers, including hidden parts. */
async function wordsOf(page: Page): Promise<string> {
  const words = await page.evaluate(`
    [...document.querySelectorAll('body, body *')].flatMap((each) => [
      ...[...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
      ...['alt', 'aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name)),
      ...Object.values(each.dataset).filter((text) => text.includes(' ')),
    ]).filter((text) => text?.trim()).join('\\n')`)
  return String(words)
}

async function check(t: Test, page: Page, what: string): Promise<void> {
  t.equal(await page.getAttribute('html', 'lang'), 'es')
  await expectLook(t, page, `delivery-es-${what}`, false)
  const found = ENGLISH.exec(await wordsOf(page))
  t.equal(
    found && `${found[0]} in ${found.input.slice(found.index - 60, found.index + 60)}`,
    null,
    what,
  )
}

t.test(
  'a client looks, comments, sends and approves in Spanish [c12-language]',
  { skip },
  async (t) => {
    const api = await testApp(t, { trustProxy: true })
    const { call, shoot, addMedia, addPhoto, deliver, client } = await openGallery(api)
    const browser = await openBrowser(t)
    const urlOf = (token: string) => `${api.url}/deliveries/${token}`

    const projectId = await shoot(4)
    const [first] = (await call('GET', `/projects/${projectId}/media`)).body.data
    await addPhoto(projectId, 4, {
      alteredFromMediaId: first.id,
      alterationKind: 'VIRTUAL_STAGING',
    })
    await addMedia(projectId, {
      type: 'VIDEO',
      contentType: 'video/mp4',
      filename: 'recorrido.mp4',
      size: 80e6,
      cdnUrl: `${api.url}/health/live`,
    })
    const token = await deliver(projectId)

    await t.test('looks, comments and sends', async (t) => {
      const { page, faults } = await open(t, browser, urlOf(token))
      t.match(await page.locator('h1 + .sub').textContent(), '5 fotos, 1 video')
      await check(t, page, 'open')
      await page.locator('[data-id] a:not(.select)').nth(1).click()
      await page.locator('.viewer [role=status]').getByText('2 de 5').waitFor()
      await page.getByRole('button', { name: 'Comentar', exact: true }).click()
      await page
        .locator('.frame img')
        .nth(1)
        .click({ position: { x: 39, y: 13 } })
      await check(t, page, 'writing')
      await page.keyboard.type('Quitar el cable')
      await page.getByRole('button', { name: 'Listo' }).click()
      await page.getByText('1 comentario guardado, sin enviar').first().waitFor()
      await check(t, page, 'written')
      await page.getByRole('button', { name: 'Cerrar' }).click()
      await page.waitForURL((url) => url.hash === '')
      await page.getByLabel('¿Qué le gustaría cambiar?').fill('Más luz, por favor')
      const send = page.locator('.bar').getByRole('button', { name: 'Enviar 2 comentarios' })
      await send.waitFor()
      await page.locator('.bar').getByRole('button', { name: 'Descartar todos' }).click()
      await page.getByRole('heading', { name: '¿Descartar 2 comentarios?' }).waitFor()
      await check(t, page, 'discard')
      await page.getByRole('button', { name: 'Conservar' }).click()
      await send.click()
      await page.getByRole('heading', { name: /^Usted pidió 1 cambio el \d+ de [a-z]+$/ }).waitFor()
      await page.getByText('Ver lo que pidió').click()
      await check(t, page, 'sent')
      const [round] = (await call('GET', `/projects/${projectId}/revisions`)).body.data
      t.match(round, { comment: 'Más luz, por favor', items: [{ comment: 'Quitar el cable' }] })
      t.strictSame(faults, [])
    })

    await t.test('approves the result, even without JavaScript', async (t) => {
      for (const javaScriptEnabled of [true, false]) {
        const round = await shoot(2)
        const token = await deliver(round)
        const { page } = await open(t, browser, urlOf(token), { javaScriptEnabled })
        await page.locator('.bar').getByRole('link', { name: 'Aprobar' }).click()
        await page.getByText('¿Aprobar 2 fotos?').waitFor()
        if (javaScriptEnabled) await check(t, page, 'approve')
        await page.getByRole('button', { name: 'Aprobar' }).click()
        await page.getByText(/Usted aprobó esta entrega el \d+ de/).waitFor()
        t.equal((await client(token).open()).body.state, 'APPROVED')
        if (javaScriptEnabled) await check(t, page, 'approved')
      }
    })

    await t.test('axe-core finds nothing in any state, width and color scheme', async (t) => {
      const superseded = await shoot(1)
      const old = await deliver(superseded)
      await deliver(superseded)
      const moved = await shoot(1)
      const gone = await deliver(moved)
      await call('PATCH', `/projects/${moved}/status`, { status: 'IN_REVISION' })
      const fresh = await deliver(await shoot(3))
      const states = { fresh, asked: token, superseded: old, moved: gone, dead: 'no-such-link' }
      for (const [state, each] of Object.entries(states)) {
        for (const [width, colorScheme] of [
          ['phone', 'light'],
          ['desktop', 'dark'],
        ] as const) {
          const options = { viewport: VIEWPORTS[width], colorScheme }
          const { page } = await open(t, browser, urlOf(each), options)
          await page.waitForLoadState('networkidle')
          await check(t, page, `${state}-${width}-${colorScheme}`)
          await page.context().close()
        }
      }
      for (const path of ['password-resets', 'unsubscribe/none', 'originals/none']) {
        const { page } = await open(t, browser, `${api.url}/${path}`)
        await check(t, page, path.replace('/', '-'))
      }
    })
  },
)

t.test('a client downloads in Spanish [c12-language]', { skip }, async (t) => {
  const archives = await openFrontProxy(t)
  const fixture = await openMediaFixture(t, { mediaBaseUrl: archives.url })
  archives.lead({ media: (await fixture.startMedia()).url })
  const browser = await openBrowser(t)
  const { token } = await fixture.deliver({}, undefined, async (projectId) => {
    for (let n = 1; n <= 3; n += 1) {
      const fields = { filename: `foto-${n}.jpg`, position: n, type: 'PHOTO' }
      await fixture.put(projectId, await photo(2_600 + n, 1_800), fields)
    }
  })
  await fixture.requestPreviews()
  await fixture.finished()
  const { page } = await open(t, browser, `${fixture.api.url}/deliveries/${token}`)
  await page.getByRole('link', { name: 'Descargar' }).click()
  await page.getByRole('button', { name: 'Descargar los 3 archivos' }).waitFor()
  await check(t, page, 'download')
  await page.getByRole('button', { name: 'Seleccionar fotos' }).click()
  await page.getByText('Toque las fotos para seleccionarlas').waitFor()
  for (const number of [1, 3]) await page.getByLabel(`Seleccionar la foto ${number}`).check()
  await page.getByText('Fotos seleccionadas: 2 de 3').waitFor()
  await check(t, page, 'choosing')
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 20_000 }),
    page.getByRole('button', { name: 'Descargar 2 fotos' }).click(),
  ])
  t.equal(entriesOf(await readFile(await download.path())).length, 2)
})

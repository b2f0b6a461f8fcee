// docs/contract.md#c12-download, with the service as run by `dev`.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import { openBrowser, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import { entriesOf, zipProblems } from '@mediajobs/testing/media/zip'
import t from 'tap'
import { ROOT, startDev } from '../support/dev.ts'

const run = promisify(execFile)
const title = 'the download of the delivery that `dev` and `demo` make [c12-download]'

t.test(title, { skip: whyNoChromium() ?? false }, async (t) => {
  const dev = await startDev(t, { dataDir: await scratchFolder(t) })
  const { apiUrl, apiKey } = dev.description
  const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/demo.ts'), '--photos', '2'], {
    env: { PATH: process.env.PATH, API_URL: apiUrl, API_KEY: apiKey },
  })
  const [, address = ''] = /^Open the delivery in a browser: (\S+)$/m.exec(stdout) ?? []
  const browser = await openBrowser(t)
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ viewport: VIEWPORTS.phone, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(address)
    await page.getByRole('link', { name: 'Download' }).click()
    const original = page.getByRole('radio', { name: /^Original/ })
    // While it's being prepared, the page asks for a reload.
    while (!(await original.isVisible())) {
      await page.waitForTimeout(1_000)
      await page.reload()
    }
    await original.check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download/ }).click(),
    ])
    const saved = await readFile(await download.path())
    const whole = await fetch(`${address}/archive.zip?size=original`)
    t.ok(saved.equals(Buffer.from(await whole.arrayBuffer())), `script: ${javaScriptEnabled}`)
    t.ok(entriesOf(saved).length >= 2)
    t.strictSame(await zipProblems(saved), [])
    await context.close()
  }
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessibilityProblems } from '@mediajobs/testing/browser/axe'
import { openBrowser } from '@mediajobs/testing/browser/browser'
import { whyNoChromium } from '@mediajobs/testing/browser/chromium'
import t, { type Test } from 'tap'

const skip = whyNoChromium() ?? false

async function serve(t: Test, body: string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

t.test('the test browser isolates origins', { skip }, async (t) => {
  const [own, other] = [await serve(t, '<!doctype html>'), await serve(t, 'a secret')]
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(own)
  const read = (url: string) =>
    page.evaluate((url) => fetch(url).then((response) => response.text(), String), url)
  t.equal(await read(own), '<!doctype html>')
  t.match(await read(other), 'Failed to fetch')
})

t.test("axe-core finds a page's problems", { skip }, async (t) => {
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(await serve(t, '<!doctype html><title>A page</title><img src="data:,">'))
  const problems = await accessibilityProblems(page)
  t.ok(problems.some((problem) => problem.startsWith('image-alt (critical)')))
  t.ok(problems.some((problem) => problem.startsWith('html-has-lang')))
})

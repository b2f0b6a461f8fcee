import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Elements that are fading in have too little contrast.
const ANIMATIONS_ENDED = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished)
).then(() => {})`

/** axe-core's violations, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  // Run by the DevTools protocol, which bypasses the page's Content-Security-Policy.
  if (!(await page.evaluate(`'axe' in globalThis`)))
    await page.evaluate(await readFile(path, 'utf8'))
  await page.evaluate(ANIMATIONS_ENDED)
  const { violations } = await page.evaluate((values) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
    return inPage.run({ resultTypes: ['violations'], runOnly: { type: 'tag', values } })
  }, TAGS)
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ target }) => target).join(', ')}`,
  )
}

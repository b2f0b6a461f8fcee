import { takeScreenshot, VIEWPORTS } from '@mediajobs/testing/browser/browser'
import type { Page } from 'playwright-core'

/** Takes numbered screenshots of a story: `.data/screenshots/film/03-board-390.png`. */
export function openFilm() {
  let taken = 0
  return async function frame(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
    taken += 1
    const own = page.viewportSize() ?? VIEWPORTS.desktop
    const number = String(taken).padStart(2, '0')
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport)
      await takeScreenshot(page, `film/${number}-${name}-${viewport.width}`, fullPage)
    }
    await page.setViewportSize(own)
  }
}

import type { Page } from 'playwright-core'

// A link whose `::after` covers its row is as tall as the row; a checkbox, as its label.
const SMALL = `[...document.querySelectorAll('a, button, summary, select, input, textarea')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.hidden, .skip'))
  .map((each) => each.closest('label') ?? each)
  .filter((each) => {
    const after = getComputedStyle(each, '::after')
    if (after.position === 'absolute' && after.inset === '0px') return false
    const { height } = each.getBoundingClientRect()
    return height > 0 && height < 44
  })
  .map((each) => each.outerHTML)`

/** The page's controls that are too short to tap. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(SMALL)
}

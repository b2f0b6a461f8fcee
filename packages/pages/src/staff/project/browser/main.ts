import '../../browser/copy.ts'
import { forgetDone } from '../../browser/forget-done.ts'
import { editInPlace } from './in-place.ts'
import { draggableOrder } from './order.ts'

forgetDone()
draggableOrder()
replaceButtons()
printButtons()
editInPlace()

/** Enables the buttons that replace a file, including later ones. Loads their module on first use. */
function replaceButtons(): void {
  const name = document.querySelector<HTMLScriptElement>('script[data-more]')?.dataset.more
  if (!name) return
  document.documentElement.classList.add('replaces')
  document.addEventListener('change', async ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const place = target.closest<HTMLElement>('[data-replaces]')
    const [file] = target.files ?? []
    if (!place || !file) return
    target.value = ''
    type Replace = typeof import('./replace.ts')
    const { replace }: Replace = await import(new URL(name, import.meta.url).href)
    await replace(place, file)
  })
}

/** Enables the print buttons. */
function printButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
    button.hidden = false
    button.onclick = () => print()
  }
}

import { button, make } from '../../browser/elements.ts'
import { TEXTS } from './page-texts.ts'

/** Lets the close link and Back close a sheet. */
export function closable(sheet: HTMLDialogElement): void {
  sheet.querySelector('.close')?.addEventListener('click', (event) => {
    if (!sheet.open) return
    event.preventDefault()
    sheet.close()
  })
  addEventListener('popstate', () => sheet.matches('.choosing *') || sheet.close())
}

/** A button: its value, its text, and whether it's the primary one. */
type Answer<Value> = readonly [value: Value, text: string, isMain?: boolean]

/** Asks in a dialog, the first answer focused. Returns `null` when dismissed. */
export function askInDialog<Value>(
  title: string,
  text: string,
  answers: readonly Answer<Value>[],
): Promise<Value | null> {
  return new Promise((resolve) => {
    let chosen: Value | null = null
    const dialog = make(
      'dialog',
      { className: 'question', attr: { 'aria-label': title } },
      make('h2', { textContent: title }),
      make('p', { textContent: text }),
      ...answers.map(([value, label, isMain]) => {
        const each = button(label, label, () => {
          chosen = value
          dialog.close()
        })
        if (isMain) each.className = 'go'
        return each
      }),
    )
    const leave = () => dialog.close()
    addEventListener('popstate', leave)
    dialog.addEventListener('close', () => {
      removeEventListener('popstate', leave)
      dialog.remove()
      resolve(chosen)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}

/** Confirms a discard. */
export async function mayDiscard(count: number): Promise<boolean> {
  const answer = await askInDialog(TEXTS.discardTitle(count), TEXTS.discardText, [
    [false, TEXTS.keep],
    [true, TEXTS.discard],
  ])
  return answer === true
}

/**
 * A pin on a spot of a photo.
 *
 * @param x fraction of the width of the photo
 * @param y fraction of its height
 */
export function spot(x: number, y: number, number: number, title = ''): HTMLElement {
  const pin = make('span', { className: 'pin', title }, String(number))
  pin.style.setProperty('left', `${x * 100}%`)
  pin.style.setProperty('top', `${y * 100}%`)
  return pin
}

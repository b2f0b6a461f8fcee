import { button, make } from '../../browser/elements.ts'

interface Writing {
  photo: number
  maxLength: number
  /** Gets each change: what is written is kept before it is added. Empty when the client discards it. */
  onText: (text: string) => void
  onEnd: () => void
}

/**
 * Asks in `dialog` for a comment on a photo.
 *
 * @returns ends it with what is written
 */
export function askForComment(
  dialog: HTMLDialogElement,
  { photo, maxLength, onText, onEnd }: Writing,
): () => void {
  const text = make('textarea', {
    rows: 3,
    required: true,
    maxLength,
    placeholder: 'What should change here?',
    attr: { 'aria-label': `What should change in photo ${photo}?` },
  })
  const leave = button('Cancel', 'Cancel', async () => {
    if (isEmpty() || (await mayDiscard(1))) {
      onText('')
      end()
    }
  })
  const form = make(
    'form',
    { className: 'ask' },
    text,
    make(
      'div',
      { className: 'row' },
      make('button', { className: 'go', textContent: 'Add' }),
      leave,
    ),
  )
  const isEmpty = () => text.value.trim() === ''
  const end = () => {
    if (!form.isConnected) return
    form.remove()
    onEnd()
  }
  text.addEventListener('input', () => {
    onText(isEmpty() ? '' : text.value)
    leave.textContent = isEmpty() ? 'Cancel' : 'Discard'
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isEmpty()) end()
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end()
  })
  dialog.append(form)
  text.focus()
  return end
}

/** An answer: its value, its button, and whether the button is the main one. */
type Answer<Value> = readonly [value: Value, text: string, isMain?: boolean]

/** Asks in a dialog. The first answer has the focus. Returns `null` when the client leaves without one. */
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

/** Returns whether the client wants to lose what they wrote. */
export async function mayDiscard(count: number): Promise<boolean> {
  const what = count === 1 ? 'this comment' : `${count} comments`
  const answer = await askInDialog(`Discard ${what}?`, "This can't be undone.", [
    [false, 'Keep'],
    [true, 'Discard'],
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

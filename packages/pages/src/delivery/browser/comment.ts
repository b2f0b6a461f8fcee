import { button, make } from '../../browser/elements.ts'
import { mayDiscard } from './question.ts'

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

import { button, make } from '../../browser/elements.ts'

/**
 * Asks in `dialog` for a comment on a photo, of at most `maxLength` characters.
 *
 * @param onEnd gets the comment, or `null` when the client leaves without one
 * @returns ends it without a comment
 */
export function askForComment(
  dialog: HTMLDialogElement,
  photo: number,
  maxLength: number,
  onEnd: (comment: string | null) => void,
): () => void {
  const text = make('textarea', {
    rows: 3,
    required: true,
    maxLength,
    placeholder: 'What should change here?',
    attr: { 'aria-label': `What should change in photo ${photo}?` },
  })
  const form = make(
    'form',
    { className: 'ask' },
    text,
    make(
      'div',
      { className: 'row' },
      make('button', { className: 'go', textContent: 'Add' }),
      button('Cancel', 'Cancel', () => end(null)),
    ),
  )
  const end = (comment: string | null) => {
    if (!form.isConnected) return
    form.remove()
    onEnd(comment)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const comment = text.value.trim()
    if (comment !== '') end(comment)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(null)
  })
  dialog.append(form)
  text.focus()
  return () => end(null)
}

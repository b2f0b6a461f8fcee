import { button, make } from '../../browser/elements.ts'

/** Asks in `dialog` for a comment on a photo, of at most `maxLength` characters. */
export function askForComment(
  dialog: HTMLDialogElement,
  photo: number,
  maxLength: number,
  onComment: (comment: string) => void,
): void {
  dialog.querySelector('.ask')?.remove()
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
      button('Cancel', 'Cancel', () => form.remove()),
    ),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const comment = text.value.trim()
    if (comment === '') return
    form.remove()
    onComment(comment)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    form.remove()
  })
  dialog.append(form)
  text.focus()
}

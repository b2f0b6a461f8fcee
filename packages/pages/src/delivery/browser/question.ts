import { button, make } from '../../browser/elements.ts'

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

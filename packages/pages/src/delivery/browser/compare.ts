import { make } from '../../browser/elements.ts'

/** Adds a slider to each pair of original and altered photo. It works by mouse, touch and arrow keys. */
export function compare(): void {
  for (const pair of document.querySelectorAll<HTMLElement>('.pair')) {
    const both = pair.querySelector('.both')
    if (!both) continue
    const slider = make('input', {
      type: 'range',
      min: '0',
      max: '100',
      value: '50',
      attr: { 'aria-label': 'Show more of the original or of the altered photo' },
    })
    slider.addEventListener('input', () => pair.style.setProperty('--at', `${slider.value}%`))
    pair.classList.add('live')
    both.after(slider)
  }
}

import { make } from '../../browser/elements.ts'

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

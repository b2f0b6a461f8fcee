/** A comment that the client sent, as the page lists it with its answer. */
export interface Sent {
  comment: string
  status: string
  answer: string
  x: number | null
  y: number | null
  /** The photo it is on, and the one that shows the change. */
  photo: number
  now: number | null
}

/** Read once: a page doesn't change them. */
const all: readonly Sent[] = [...document.querySelectorAll<HTMLElement>('.comments li')].map(
  (item) => {
    const [photo, x, y] = (item.dataset.of ?? '').split(',')
    return {
      comment: textOf(item, 'span'),
      status: textOf(item, '.status'),
      answer: textOf(item, 'p'),
      x: x ? Number(x) : null,
      y: y ? Number(y) : null,
      photo: Number(photo),
      now: item.dataset.now ? Number(item.dataset.now) : null,
    }
  },
)

/** The comments on a photo, and those that it answers. */
export function sentOn(photo: number): Sent[] {
  return all.filter((each) => each.photo === photo || each.now === photo)
}

/** The photo that another one took the place of, by number. */
export function beforeOf(photo: number): number | null {
  return all.find(({ now, photo: before }) => now === photo && before !== photo)?.photo ?? null
}

function textOf(item: Element, selector: string): string {
  return item.querySelector(selector)?.textContent ?? ''
}

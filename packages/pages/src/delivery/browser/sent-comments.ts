/** A sent comment with its answer, read from the page. */
export interface Sent {
  comment: string
  status: string
  answer: string
  x: number | null
  y: number | null
  /** The commented photo. */
  photo: number
  /** The photo that shows the change. */
  now: number | null
  /** Link to the replaced photo, if no longer in the gallery. */
  was: HTMLAnchorElement | null
}

/** Read once: they don't change while the page is open. */
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
      was: item.querySelector<HTMLAnchorElement>('.was'),
    }
  },
)

/** The comments on a photo, and those that it resolved. */
export function sentOn(photo: number): Sent[] {
  return all.filter((each) => each.photo === photo || each.now === photo)
}

/** The number of the photo that this one replaced. */
export function beforeOf(photo: number): number | null {
  return all.find(({ now, photo: before }) => now === photo && before !== photo)?.photo ?? null
}

/** The replaced photo, if no longer in the gallery, with the `srcset` of its smaller pictures. */
export function replacedBy(photo: number): { link: HTMLAnchorElement; sources: string } | null {
  const link = all.find(({ now, was }) => now === photo && was)?.was
  return link ? { link, sources: link.closest('figure')?.querySelector('img')?.srcset ?? '' } : null
}

function textOf(item: Element, selector: string): string {
  return item.querySelector(selector)?.textContent ?? ''
}

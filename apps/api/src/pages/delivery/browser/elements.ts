type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[Tag]> & {
  /** Attributes: of ARIA not every browser has properties. */
  attr?: Record<string, string>
}

/** Makes an element. Texts stay texts. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { attr = {}, ...properties }: Properties<Tag>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  for (const [name, value] of Object.entries(attr)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

export function button(label: string, text: string, onclick: () => void): HTMLButtonElement {
  return make('button', {
    type: 'button',
    textContent: text,
    onclick,
    attr: label === text ? {} : { 'aria-label': label },
  })
}

/** The address of this delivery: also below a path of a proxy, and without a query. */
export const DELIVERY = location.pathname.replace(/\/$/, '')

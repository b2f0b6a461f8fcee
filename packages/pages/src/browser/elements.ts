type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<HTMLElementTagNameMap[Tag]> & {
  /** Attributes, for ARIA: not every browser has the properties. */
  attr?: Record<string, string>
}

/** Makes an element. Strings become text, never markup. */
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

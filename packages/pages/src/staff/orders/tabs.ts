import { type Html, html, nothing } from '../../html.ts'
import type { StaffVisit } from '../serve.ts'
import { TEXTS } from './texts.ts'

const PARTS = ['orders', 'order-forms'] as const

/** Tabs for orders and order forms. */
export function ordersTabs({ home }: StaffVisit, current: (typeof PARTS)[number]): Html {
  return html`<nav class="tabs" aria-label="${TEXTS.parts}">${PARTS.map(
    (part) =>
      html`<a href="${home}/${part}"${part === current ? html` aria-current="page"` : nothing}>${TEXTS.tabs[part]}</a>`,
  )}</nav>`
}

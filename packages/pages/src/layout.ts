import type { Schemas } from '@mediajobs/client'
import { textOn, vanishesIn } from '@mediajobs/domain/contrast'
import type { Assets } from './assets.ts'
import type { AssetSource } from './browser-files.ts'
import { type Html, html, nothing } from './html.ts'

export interface Layout {
  title: string
  /** The language of the page's own texts, BCP 47. */
  language: string
  /** The relative path from the page to the root of the service: `../`. */
  root: string
  styles: readonly AssetSource[]
  module?: AssetSource
  /** The module of the header and navigation around the page. */
  shell?: AssetSource
  /** A module that `module` loads later: its file name is in `data-more`. */
  more?: AssetSource
  /** The style sheet that `more` loads: its file name is in `data-style`. */
  moreStyle?: AssetSource
  /** The module with the texts of `module`, in the page's language: its file name is in `data-texts`. */
  texts?: AssetSource
  /** The content of `<style>`: rules specific to this page's data. */
  css?: Html
  /** Additional content of `<head>`. */
  head?: Html
  /** The content of `<body>`. @param address the relative URL of an asset */
  body: Html | ((address: (source: AssetSource) => string) => Html)
}

/** The HTML document of any page. */
export function layOut(layout: Layout, assets: Assets): Html {
  const { title, language, root, styles, module, shell, css, head, body } = layout
  const address = (source: AssetSource) => `${root}assets/${assets.get(source)?.name}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head ?? nothing}
<link rel="icon" href="data:,">
${styles.map((style) => html`<link rel="stylesheet" href="${address(style)}">`)}
${module ? html`<script type="module" src="${address(module)}"${loadedLater(layout, assets)}></script>` : nothing}
${shell ? html`<script type="module" src="${address(shell)}"></script>` : nothing}
${css && css !== nothing ? html`<style>${css}</style>` : nothing}
</head>
<body>
${typeof body === 'function' ? body(address) : body}
</body>
</html>
`
}

function loadedLater({ more, moreStyle, texts }: Layout, assets: Assets): Html[] {
  const named = { more, style: moreStyle, texts }
  return Object.entries(named).flatMap(([name, source]) =>
    source ? html` data-${name}="${assets.get(source)?.name}"` : [],
  )
}

/** An organization's logo: the uploaded one, else the one set by URL. */
export function logoOf({ logo, logoUrl }: Pick<Schemas['Organization'], 'logo' | 'logoUrl'>) {
  return logo?.url ?? logoUrl
}

/** Name and logo of the organization of a page. */
export function company({ name, logoUrl }: { name: string; logoUrl: string | null }): Html {
  const logo = logoUrl ? html`<img class="logo" src="${logoUrl}" alt="" height="40"> ` : nothing
  return html`<p class="company">${logo}<span dir="auto">${name}</span></p>`
}

/**
 * CSS that makes `colour` the button color, with readable text, and an edge (`--rim`) where a button would vanish into the
 * page. Empty unless `#rrggbb`.
 *
 * @param selector the part of the page to color
 */
export function accentOf(colour: string | null, selector = ':root'): Html {
  const text = colour === null ? null : textOn(colour)
  if (colour === null || text === null) return nothing
  const brand = html`${selector}{--brand:${colour};--on-brand:${text}}`
  if (vanishesIn('light', colour)) return html`${brand}${LIGHT}{${selector}{--rim:var(--ink)}}`
  return vanishesIn('dark', colour) ? html`${brand}${DARK}{${selector}{--rim:var(--ink)}}` : brand
}

const DARK = '@media screen and (prefers-color-scheme:dark)'
const LIGHT = '@media print,(prefers-color-scheme:light)'

import type { AssetSource, Assets } from './assets.ts'
import { type Html, html, nothing } from './html.ts'

export interface Layout {
  title: string
  /** BCP 47, of the text of the page. */
  language: string
  /** From the page's address to the root of the service: `../`. */
  root: string
  assets: Assets
  style: AssetSource
  module?: AssetSource
  nonce: string
  /** Of `<style>`: what no style sheet can know. */
  css?: Html
  /** In `<body>`. */
  body: Html
}

/** The document that every page is. */
export function layOut(layout: Layout): Html {
  const { title, language, root, assets, style, module, nonce, css, body } = layout
  const address = (source: AssetSource) => `${root}assets/${assets.get(source)?.name}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${address(style)}">
${module ? html`<script type="module" src="${address(module)}"></script>` : nothing}
${css ? html`<style nonce="${nonce}">${css}</style>` : nothing}
</head>
<body>
${body}
</body>
</html>
`
}

/** Name and logo of the organization that a page is of. */
export function company({ name, logoUrl }: { name: string; logoUrl: string | null }): Html {
  const logo = logoUrl ? html`<img class="logo" src="${logoUrl}" alt="" height="40"> ` : nothing
  return html`<p class="company">${logo}<span dir="auto">${name}</span></p>`
}

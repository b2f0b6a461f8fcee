import type { Schemas } from '@mediajobs/client'
import { addressLine } from '../address.ts'
import { alterationName } from '../alterations.ts'
import type { Assets } from '../assets.ts'
import { accentOf } from '../colour.ts'
import { type Html, html, nothing } from '../html.ts'
import { company, layOut } from '../layout.ts'

/** The response of `GET /originals/{id}`: all data of the page. */
export type Original = Schemas['PublicOriginal']

interface Picture {
  name: string
  url: string | null
  width: number | null
  height: number | null
}

/** The page of an altered picture and its original. docs/contract.md#c13-originals */
export function originalPage(view: Original, context: { assets: Assets; nonce: string }): Html {
  const { organization, kind, note } = view
  return layOut({
    ...context,
    title: `${alterationName(kind)} · ${organization.name}`,
    language: 'en',
    root: '../',
    styles: ['originals/style.css'],
    css: accentOf(organization.colour),
    body: html`${header(view)}
<main>
<p class="what"><b>${alterationName(kind)}.</b>${note ? html` <span dir="auto">${note}</span>` : nothing}</p>
<div class="both">
${picture({ name: 'Original', url: view.originalUrl, width: view.originalWidth, height: view.originalHeight })}
${picture({ name: 'Altered', url: view.alteredUrl, width: view.alteredWidth, height: view.alteredHeight })}
</div>
${link(view)}
</main>`,
  })
}

function header({ organization, address }: Original): Html {
  return html`<header>
${company(organization)}
<h1>This picture was altered</h1>
${address ? html`<p class="sub" dir="auto">${addressLine(address)}</p>` : nothing}
</header>`
}

function picture({ name, url, width, height }: Picture): Html {
  if (url === null) {
    return html`<figure><figcaption>${name}</figcaption><p>This picture is no longer available.</p></figure>`
  }
  const size = width && height ? html` width="${width}" height="${height}"` : nothing
  return html`<figure><figcaption>${name}</figcaption><a href="${url}"><img src="${url}"${size} alt="${name} picture"></a></figure>`
}

function link(view: Original): Html {
  const url = addressOf(view)
  return html`<section id="link" aria-labelledby="link-title">
<img src="${view.id}/qr.svg" width="180" height="180" alt="QR code of the address of this page">
<div><h2 id="link-title">Address of this page</h2>
<p><a href="${url}">${url}</a></p></div>
</section>`
}

/** The address of the page of a picture, on the host of the client's pages. */
export function addressOf({ qrUrl }: Original): string {
  return qrUrl.slice(0, qrUrl.lastIndexOf('/'))
}

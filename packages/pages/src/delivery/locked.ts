import { DERIVATIVES, MARKED } from '@mediajobs/domain'
import { languageLinks } from '../choose-language.ts'
import type { Format } from '../format.ts'
import { COVER_SIZES, loadingOf, photoGrid, TILE_SIZES, widthOf } from '../gallery.ts'
import { type Html, html, nothing } from '../html.ts'
import { icon } from '../icons.ts'
import type { Layout } from '../layout.ts'
import { coverWith, linkTags } from './cover.ts'
import { answeredRound, canDecide, decision } from './decision.ts'
import { portalLink, studio } from './studio.ts'
import { BROWSER_TEXTS, type DeliveryTexts, TEXTS } from './texts.ts'
import type { Context, View } from './view.ts'

export type Lock = NonNullable<View['lock']>
type Item = View['lockedMedia'][number]

/** The page of a delivery awaiting payment. docs/contract.md#c19-page */
export function lockedPage(
  view: View & { lock: Lock },
  { token, language, title, css, format }: Context,
): Layout {
  const { organization, lock, lockedMedia } = view
  const texts = TEXTS[language]
  const photos = lockedMedia.filter(({ type }) => type === 'PHOTO')
  const files = lockedMedia.filter(({ type }) => type !== 'PHOTO')
  const [first] = photos
  const cover = first && shownOf(first) ? first : undefined
  const others = cover ? photos.slice(1) : photos
  const isOpen = canDecide(view)
  const page = { view, photos: [], token, texts, format }
  const pay = texts.pay(format.money(lock.balanceAmount, lock.currency))
  return {
    title: `${title} · ${organization.name}`,
    language,
    root: '../',
    styles: ['delivery/style.css', 'delivery/locked.css'],
    module: 'delivery/browser/waiting.ts',
    more: 'delivery/browser/work.ts',
    moreStyle: 'delivery/viewer.css',
    texts: BROWSER_TEXTS[language],
    head: linkTags({ view, title, picture: cover && shownOf(cover), texts }),
    css,
    body: html`${coverWith({
      view,
      title,
      cover: cover && { number: 1, id: cover.id, picture: picture(cover, 1, COVER_SIZES, texts) },
      texts,
    })}
<nav class="bar" aria-label="${texts.bar}"><div class="acts">
${isOpen ? html`<a class="button ask-link" href="#changes" aria-label="${texts.askForChanges}">${icon('message-square')}<span class="ask-text">${texts.askForChanges}</span></a>` : nothing}
<a class="go" href="${lock.payUrl}">${pay}</a>
</div></nav>
<main id="main">
${price(lock, texts, format)}
<p class="pay-too"><a class="button" href="${lock.payUrl}">${pay}</a></p>
${isOpen ? answeredRound(page) : decision(page)}
${view.message ? html`<blockquote dir="auto">${view.message}</blockquote>` : nothing}
<p id="offline" role="status" hidden>${texts.offline}</p>
${grid(others, cover ? 2 : 1, texts)}
${names(files, texts)}
${isOpen ? decision(page) : nothing}
</main>
${studio(organization, texts)}
<footer>
${organization.deliveryTerms ? html`<p class="terms" dir="auto">${organization.deliveryTerms}</p>` : nothing}
${portalLink(view, texts)}
${languageLinks(language)}
</footer>`,
  }
}

/** The price, and what happens after the payment. */
function price(
  { balanceAmount, totalAmount, currency, invoiceNumber }: Lock,
  texts: DeliveryTexts,
  format: Format,
): Html {
  const money = (amount: number) => html`<td>${format.money(amount, currency)}</td>`
  const paid = totalAmount - balanceAmount
  const row = (name: string, amount: number) =>
    html`<tr><th scope="row">${name}</th>${money(amount)}</tr>`
  return html`<section id="lock" data-locked aria-labelledby="lock-title">
<h2 id="lock-title">${icon('lock')}${texts.locked}</h2>
<table>${paid > 0 ? html`${row(texts.invoice(invoiceNumber), totalAmount)}${row(texts.paid, -paid)}` : nothing}
<tr class="total"><th scope="row">${paid > 0 ? texts.balance : texts.invoice(invoiceNumber)}</th>${money(balanceAmount)}</tr></table>
<p class="note">${texts.beforePaying}</p>
<p class="note">${texts.afterPaying} <a href="">${texts.lookAgain}</a></p>
</section>`
}

function grid(photos: readonly Item[], from: number, texts: DeliveryTexts): Html {
  const tiles = photos.map((item, at) => ({
    number: from + at,
    id: item.id,
    picture: () => picture(item, from + at, TILE_SIZES, texts),
  }))
  return photoGrid(tiles, texts.photos)
}

function shownOf({ lockedUrl, thumbUrl }: Item): string | null {
  return lockedUrl ?? thumbUrl
}

function picture(item: Item, number: number, sizes: string, texts: DeliveryTexts): Html {
  const { thumbUrl, lockedUrl, width, height } = item
  const large = shownOf(item)
  if (!thumbUrl || !large || width === null || height === null) {
    return html`<span class="name"><span dir="auto">${item.filename}</span><span class="soft">${texts.previewPending}</span></span>`
  }
  const thumbWidth = widthOf({ width, height }, DERIVATIVES.thumb.maxPixels)
  const markedWidth = widthOf({ width, height }, MARKED.maxPixels)
  const larger = lockedUrl ? html`, ${lockedUrl} ${markedWidth}w` : nothing
  return html`<a href="${large}" data-width="${lockedUrl ? markedWidth : thumbWidth}">
<img src="${thumbUrl}" srcset="${thumbUrl} ${thumbWidth}w${larger}" sizes="${sizes}" width="${width}" height="${height}" alt="${texts.photo(number)}" decoding="async"${loadingOf(number)}></a>`
}

/** The names of videos, plans and documents. */
function names(files: readonly Item[], texts: DeliveryTexts): Html {
  if (files.length === 0) return nothing
  return html`<section id="files" aria-labelledby="files-title">
<h2 id="files-title">${texts.files}</h2>
<ul class="files">${files.map(({ type, filename }) => html`<li class="locked-file"><b>${texts.mediaTypes[type]}</b> <span class="soft" dir="auto">${filename}</span></li>`)}</ul>
</section>`
}

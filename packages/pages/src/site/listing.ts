import { minorUnitDigits } from '@mediajobs/domain'
import { raw } from 'hono/html'
import { decimalOf } from '../amounts.ts'
import { addressLine, streetOf } from '../format.ts'
import { type Html, html, nothing } from '../html.ts'
import { inShort, type Photo, photosOf, priceOf, type Site, titleOf, type View } from './view.ts'

const DESCRIPTION_LENGTH = 300
const PICTURES = 10

/** Metadata for search engines and link previews. @param url of the page */
export function listingTags(view: View, site: Site, url: string): Html {
  const [title, text] = [titleOf(view), descriptionOf(view)]
  const [cover] = photosOf(site)
  const picture = cover && pictureOf(cover)
  return html`<link rel="canonical" href="${url}">
<meta name="description" content="${text}">
<meta property="og:type" content="website">
<meta property="og:url" content="${url}">
<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${site.organization.name}">
<meta property="og:description" content="${text}">
${picture ? html`<meta property="og:image" content="${picture}">` : nothing}
<script type="application/ld+json">${raw(jsonText(listing(view, site, url)))}</script>`
}

/** One line: the street below a headline, price, rooms and the start of the description. */
function descriptionOf(view: View): string {
  const { headline, description, address } = view.property
  const begins = (description ?? '').replaceAll(/\s+/g, ' ')
  const parts = [headline && streetOf(address), priceOf(view), inShort(view), begins]
  const text = parts.filter(Boolean).join(' · ')
  return text.length > DESCRIPTION_LENGTH
    ? `${text.slice(0, DESCRIPTION_LENGTH - 1).trimEnd()}…`
    : text
}

/** Small enough for every link preview. */
function pictureOf({ preview }: Photo): string {
  return preview.gridUrl
}

/** https://schema.org/RealEstateListing */
function listing(view: View, site: Site, url: string): object {
  const { priceAmount, currency } = site.facts
  return {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    url,
    name: titleOf(view),
    description: site.description ?? undefined,
    datePosted: site.publishedAt ?? undefined,
    image: photosOf(site).slice(0, PICTURES).map(pictureOf),
    provider: { '@type': 'Organization', name: site.organization.name },
    mainEntity: house(view, site),
    offers:
      priceAmount === null || currency === null
        ? undefined
        : {
            '@type': 'Offer',
            price: decimalOf(priceAmount, minorUnitDigits(currency)),
            priceCurrency: currency,
          },
  }
}

function house(view: View, { address, facts, sizeUnit }: Site): object {
  const { bedrooms, bathrooms, propertySize, yearBuilt } = facts
  return {
    '@type': 'Accommodation',
    name: addressLine(address) || titleOf(view),
    address: {
      '@type': 'PostalAddress',
      streetAddress: streetOf(address) || undefined,
      addressLocality: address.city ?? undefined,
      addressRegion: address.region ?? undefined,
      postalCode: address.postalCode ?? undefined,
      addressCountry: address.countryCode ?? undefined,
    },
    numberOfBedrooms: bedrooms ?? undefined,
    numberOfBathroomsTotal: bathrooms ?? undefined,
    yearBuilt: yearBuilt ?? undefined,
    // UN/CEFACT: square feet and square meters.
    floorSize:
      propertySize === null
        ? undefined
        : {
            '@type': 'QuantitativeValue',
            value: propertySize,
            unitCode: sizeUnit === 'SQM' ? 'MTK' : 'FTK',
          },
  }
}

/** JSON that can't close its script element: `</script>` and `<!--` are escaped. */
function jsonText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

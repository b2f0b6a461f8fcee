import { languageLinks } from '../choose-language.ts'
import { logoOrName } from '../delivery/cover.ts'
import { jumpLinks } from '../delivery/sheets.ts'
import { BROWSER_TEXTS } from '../delivery/texts.ts'
import { placeholders } from '../gallery.ts'
import { type Html, html, nothing } from '../html.ts'
import { accentOf, type Layout } from '../layout.ts'
import { actionBar, contactSection, type Lead } from './contact.ts'
import { listingTags } from './listing.ts'
import { disclosures, facts, floorPlans, head, photoGrid, toursOf, videos } from './sections.ts'
import { inertIn, photosOf, type Site, titleOf, type View } from './view.ts'

export interface Context {
  /** The relative path from the page to the root of the service. */
  root: string
}

interface Branded extends Context {
  /** The page's absolute URL. */
  url: string
  lead?: Lead | undefined
}

/** The branded page of a property. docs/contract.md#c23-branded-page */
export function sitePage(view: View, site: Site, { url, lead, ...context }: Branded): Layout {
  const { organization } = site
  const contact = contactSection(view, site, lead)
  return page(view, {
    ...context,
    title: `${titleOf(view)} · ${organization.name}`,
    css: accentOf(organization.colour),
    head: listingTags(view, site, url),
    company: html`<p class="company">${logoOrName(organization)}</p>`,
    bar: actionBar(view, site, jumps(view)),
    contact,
    isForm: lead !== undefined,
  })
}

/** The unbranded page names nobody and links nowhere. docs/contract.md#c23-unbranded-page */
export function tourPage(view: View, context: Context): Layout {
  return page(view, {
    ...context,
    title: titleOf(view),
    head: html`<meta name="robots" content="noindex, nofollow">`,
    css: NEUTRAL,
  })
}

// No brand color.
const NEUTRAL = html`:root{--brand:var(--ink);--on-brand:var(--paper)}`

interface Page extends Context {
  title: string
  head: Html
  css?: Html
  company?: Html
  bar?: Html
  contact?: Html
  /** Whether this is a refused form, which has no URL to reload. */
  isForm?: boolean
}

function page(view: View, { title, head: tags, css, ...each }: Page): Layout {
  const { language, property, texts } = view
  const modules: Partial<Layout> = view.isPreview
    ? {}
    : {
        module: 'site/browser/main.ts',
        more: 'site/browser/work.ts',
        moreStyle: 'delivery/viewer.css',
        texts: BROWSER_TEXTS[language],
      }
  return {
    title,
    language,
    root: each.root,
    styles: ['site/style.css'],
    ...modules,
    head: tags,
    css: html`${css ?? nothing}${placeholders(photosOf(property).map(({ number, item: { colour } }) => ({ number, colour })))}`,
    body: html`${view.isPreview ? nothing : html`<a class="skip" href="#main">${texts.skip}</a>`}
${head(view, each.company ?? nothing)}
${each.bar ?? nothing}
<main id="main"${inertIn(view)}>
${facts(view)}
${toursOf(view)}
${photoGrid(view)}
${videos(view)}
${floorPlans(view)}
${disclosures(view)}
${each.contact ?? nothing}
</main>
<footer${inertIn(view)}>${each.isForm ? nothing : languageLinks(language)}</footer>`,
  }
}

function jumps({ property, texts }: View): Html {
  const parts = [
    property.tours.length > 0 && (['tours', texts.tours] as const),
    property.photos.length > 1 && (['photos', texts.photos] as const),
    property.videos.length > 0 && (['videos', texts.videos] as const),
    property.floorPlans.length > 0 && (['plans', texts.plans] as const),
  ]
  return jumpLinks(parts.filter((part) => part !== false))
}

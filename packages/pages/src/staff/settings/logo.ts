import { LOGO_TYPES, MAX_LOGO_BYTES } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { askingButton, section } from '../parts.ts'
import type { Staff } from '../staff.ts'
import { LOGO, TEXTS } from './texts.ts'

/** The logo and its upload, which needs the module: files go directly to the store. docs/contract.md#c12-settings */
export function logoSection(logo: Staff['organization']['logo'], at: string): Html {
  const shown = logo?.url
    ? html`<p><img class="logo" src="${logo.url}" alt="${TEXTS.logo}" height="40"></p>`
    : html`<p class="soft">${TEXTS.noLogo}</p>`
  const isPending = logo?.state === 'PENDING'
  return section(
    'logo',
    TEXTS.logo,
    html`${shown}
<noscript><p class="soft">${TEXTS.noScript}</p></noscript>
<div class="upload" hidden data-max-bytes="${MAX_LOGO_BYTES}">
<label class="button"><input type="file" class="hidden" accept="${LOGO_TYPES.join()}" aria-describedby="logo-hint">${logo ? LOGO.replace : LOGO.choose}</label>
<p class="soft" id="logo-hint">${LOGO.hint}</p></div>
<p id="logo-said" role="status" data-state="${logo?.state ?? nothing}">${isPending ? LOGO.pending : (logo?.reason ?? nothing)}</p>
${logo ? askingButton({ action: `${at}/logo/remove`, label: TEXTS.removeLogo, question: TEXTS.removeAsk }) : nothing}`,
  )
}

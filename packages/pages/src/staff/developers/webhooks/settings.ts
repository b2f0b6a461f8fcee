import { type Html, html } from '../../../html.ts'
import { STATUS_NAMES } from '../../texts.ts'
import type { Fact } from '../parts.ts'
import type { Settings } from './draft.ts'
import type { Names } from './targets.ts'
import { TEXTS } from './texts.ts'

/** The settings of a webhook that are not the default. */
export function settingFacts(settings: Settings, names: Names): Fact[] {
  const { maxPerSecond, standardWebhooks } = settings
  return [
    [TEXTS.filter, lines(filterTexts(settings, names))],
    [TEXTS.rate, maxPerSecond === null ? null : `${maxPerSecond}`],
    [TEXTS.standard, standardWebhooks ? TEXTS.on : null],
    [TEXTS.headers, lines(mapTexts(settings.headers))],
    [TEXTS.metadata, lines(mapTexts(settings.metadata))],
  ]
}

/** Each setting in words, to compare it with another one. */
export function settingTexts(settings: Settings, names: Names): [label: string, text: string][] {
  const { url, events, description, maxPerSecond, standardWebhooks } = settings
  return [
    [TEXTS.url, url],
    [TEXTS.events, events.toSorted().join(', ')],
    [TEXTS.description, description ?? ''],
    [TEXTS.filter, filterTexts(settings, names).join(', ')],
    [TEXTS.rate, maxPerSecond === null ? '' : `${maxPerSecond}`],
    [TEXTS.standard, standardWebhooks ? TEXTS.on : TEXTS.off],
    [TEXTS.headers, mapTexts(settings.headers).toSorted().join(', ')],
    [TEXTS.metadata, mapTexts(settings.metadata).toSorted().join(', ')],
  ]
}

function filterTexts({ filter }: Settings, names: Names): string[] {
  const { projectIds = [], customerIds = [], toStatuses = [] } = filter ?? {}
  const named = [...projectIds, ...customerIds].map((id) => names.get(id) ?? id)
  return [...named, ...toStatuses.map((status) => STATUS_NAMES[status])]
}

function mapTexts(values: Record<string, string>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}: ${value}`)
}

/** `null` for none: such a fact is left out. */
function lines(texts: readonly string[]): Html | null {
  if (texts.length === 0) return null
  return html`${texts.map((text) => html`<span class="line" dir="auto">${text}</span>`)}`
}

import type { Tables, Texts } from '@mediajobs/domain/translation'
import type { AssetSource } from '../browser-files.ts'
import { EN } from './texts-en.ts'
import { ES } from './texts-es.ts'

export const TEXTS: Tables<typeof EN> = { en: EN, es: ES }
export type DeliveryTexts = Texts<typeof EN>

/** The modules with the texts of the browser modules. */
export const BROWSER_TEXTS = {
  en: 'delivery/browser/texts-en.ts',
  es: 'delivery/browser/texts-es.ts',
} as const satisfies Tables<AssetSource>

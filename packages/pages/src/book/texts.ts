import type { Tables, Texts } from '@mediajobs/domain/translation'
import { EN } from './texts-en.ts'
import { ES } from './texts-es.ts'

export const TEXTS: Tables<typeof EN> = { en: EN, es: ES }
export type BookTexts = Texts<typeof EN>

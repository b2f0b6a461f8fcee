import type { AlterationKind, Language } from '@mediajobs/domain'

/** The names of alterations, in two or three words. */
export const ALTERATIONS: Readonly<Record<Language, Readonly<Record<AlterationKind, string>>>> = {
  en: {
    VIRTUAL_STAGING: 'Virtually staged',
    SKY: 'Sky replaced',
    OBJECT_REMOVAL: 'Objects removed',
    TWILIGHT: 'Virtual twilight',
    OTHER: 'Digitally altered',
  },
  es: {
    VIRTUAL_STAGING: 'Amueblada virtualmente',
    SKY: 'Cielo reemplazado',
    OBJECT_REMOVAL: 'Objetos eliminados',
    TWILIGHT: 'Convertida a atardecer',
    OTHER: 'Modificada digitalmente',
  },
}

/** The name of an alteration on staff pages. */
export function alterationName(kind: AlterationKind | undefined): string {
  return ALTERATIONS.en[kind ?? 'OTHER']
}

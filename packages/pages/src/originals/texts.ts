import { type Tables, translationOf } from '@mediajobs/domain/translation'
import { ALTERATIONS } from '../alterations.ts'

const EN = {
  heading: 'This picture was altered',
  alterations: ALTERATIONS.en,
  original: { name: 'Original', alt: 'Original picture' },
  altered: { name: 'Altered', alt: 'Altered picture' },
  gone: 'This picture is no longer available.',
  address: 'Link to this page',
  qrCode: 'QR code that opens this page',
  missing: { title: 'Page not found', text: 'Check the address.' },
} as const

const ES = translationOf<typeof EN>()({
  heading: 'Esta imagen fue modificada',
  alterations: ALTERATIONS.es,
  original: { name: 'Original', alt: 'Imagen original' },
  altered: { name: 'Modificada', alt: 'Imagen modificada' },
  gone: 'Esta imagen ya no está disponible.',
  address: 'Enlace a esta página',
  qrCode: 'Código QR que abre esta página',
  missing: { title: 'No encontramos esta página', text: 'Revise la dirección.' },
})

export const TEXTS: Tables<typeof EN> = { en: EN, es: ES }

/** BCP 47. */
export const LANGUAGE = 'en'

export const TEXTS = {
  heading: 'This picture was altered',
  original: 'Original',
  altered: 'Altered',
  alt: (name: string) => `${name} picture`,
  gone: 'This picture is no longer available.',
  address: 'Link to this page',
  qrCode: 'QR code that opens this page',
  missing: { title: 'Page not found', text: 'Check the address.' },
} as const

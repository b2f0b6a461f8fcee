import { type Tables, translationOf } from '@mediajobs/domain/translation'

/** The organization's name goes between the two parts of `text` and `doneText`. */
const EN = {
  title: (name: string) => `Emails from ${name}`,
  heading: 'Unsubscribe',
  text: [
    '',
    " will stop emailing you about your files. Links you've already received keep working.",
  ],
  button: 'Unsubscribe',
  done: "You're unsubscribed",
  doneText: ['', " won't email you from here again. To get emails again, ask them."],
  missing: { title: "This link doesn't work", text: 'Use the link in a newer email.' },
} as const

const ES = translationOf<typeof EN>()({
  title: (name: string) => `Correos de ${name}`,
  heading: 'Dejar de recibir correos',
  text: [
    'Ya no recibirá correos de ',
    ' sobre sus archivos. Los enlaces que ya recibió seguirán funcionando.',
  ],
  button: 'Dejar de recibir correos',
  done: 'Listo',
  doneText: ['Ya no recibirá correos de ', '. Si quiere volver a recibirlos, solo pídalo.'],
  missing: { title: 'Este enlace no funciona', text: 'Use el enlace de un correo más reciente.' },
})

export const TEXTS: Tables<typeof EN> = { en: EN, es: ES }

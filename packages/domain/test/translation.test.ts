// Tests of what the compiler refuses: `lint` fails if it accepts a line marked as an error.
import t from 'tap'
import { type Tables, translationOf } from '../src/translation.ts'

const EN = {
  title: 'Photos',
  photo: (number: number) => `Photo ${number}`,
  sizes: { small: ['Small', 'For the web'] },
} as const

const ES = translationOf<typeof EN>()({
  title: 'Fotos',
  photo: (number: number) => `Foto ${number}`,
  sizes: { small: ['Chica', 'Para la web'] },
})

t.test('a translation has exactly the texts and placeholders of the English table', async (t) => {
  const tables: Tables<typeof EN> = { en: EN, es: ES }
  t.equal(tables.es.photo(3), 'Foto 3')
  const { title, photo, sizes } = ES
  // @ts-expect-error: a text is missing
  translationOf<typeof EN>()({ photo, sizes })
  // @ts-expect-error: a text is missing further inside
  translationOf<typeof EN>()({ title, photo, sizes: {} })
  // @ts-expect-error: a part of a text is missing
  translationOf<typeof EN>()({ title, photo, sizes: { small: ['Chica'] } })
  // @ts-expect-error: a placeholder is missing
  translationOf<typeof EN>()({ title, photo: () => 'Foto', sizes })
  // @ts-expect-error: a placeholder differs
  translationOf<typeof EN>()({ title, photo: (name: string) => name, sizes })
  // @ts-expect-error: a text has no placeholder
  translationOf<typeof EN>()({ title, photo: 'Foto', sizes })
  // @ts-expect-error: no such text
  translationOf<typeof EN>()({ title, photo, sizes, more: 'Más' })
})

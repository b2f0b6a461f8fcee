import t from 'tap'
import { sign } from '../src/index.ts'
import vectors from './vectors.json' with { type: 'json' }

const [first] = vectors
if (first === undefined) throw new Error('vectors.json is empty: run make-vectors.sh')

t.test('a signature is what openssl makes of the same bytes and secret', async (t) => {
  for (const { name, timestampSeconds, secret, bodyHex, signature } of vectors) {
    const body = Buffer.from(bodyHex, 'hex')
    t.equal(
      sign(body, { timestampSeconds, secrets: [secret] }),
      `t=${timestampSeconds},v1=${signature}`,
      name,
    )
  }
})

t.test('a text is signed as its UTF-8 bytes', async (t) => {
  const text = '{"name":"Zoë 🏡"}'
  const options = { timestampSeconds: 1, secrets: ['k'] }
  t.equal(sign(text, options), sign(new TextEncoder().encode(text), options))
})

t.test('while a secret is rotated both sign, the newest first', async (t) => {
  const [now, before] = vectors
  const header = sign(Buffer.from(first.bodyHex, 'hex'), {
    timestampSeconds: first.timestampSeconds,
    secrets: [now?.secret ?? '', before?.secret ?? ''],
  })
  t.equal(header, `t=${first.timestampSeconds},v1=${now?.signature},v1=${before?.signature}`)
})

t.test('nothing is signed without a secret or with half a second', async (t) => {
  t.throws(() => sign('{}', { timestampSeconds: 1, secrets: [] }), RangeError)
  t.throws(() => sign('{}', { timestampSeconds: 1, secrets: [''] }), RangeError)
  t.throws(() => sign('{}', { timestampSeconds: 1.5, secrets: ['k'] }), RangeError)
  t.throws(() => sign('{}', { timestampSeconds: Number.NaN, secrets: ['k'] }), RangeError)
})

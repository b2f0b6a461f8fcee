import t from 'tap'
import { type SignOptions, sign as signAsync } from '../src/index.ts'
import { sign as signSync } from '../src/node.ts'
import vectors from './vectors.json' with { type: 'json' }

const [first] = vectors
if (first === undefined) throw new Error('vectors.json is empty: run make-vectors.sh')

/** The header created by both entries. Throws if they differ. */
async function sign(rawBody: string | Uint8Array, options: SignOptions): Promise<string> {
  const header = await signAsync(rawBody, options)
  if (header !== signSync(rawBody, options))
    throw new Error(`the synchronous entry returned another header than ${header}`)
  return header
}

t.test(
  "a signature matches openssl's for the same bytes and secret [i6-header-signature, i6-hmac]",
  async (t) => {
    for (const { name, timestampSeconds, secret, bodyHex, signature } of vectors) {
      const body = Buffer.from(bodyHex, 'hex')
      t.equal(
        await sign(body, { timestampSeconds, secrets: [secret] }),
        `t=${timestampSeconds},v1=${signature}`,
        name,
      )
    }
  },
)

t.test('text is signed as UTF-8', async (t) => {
  const text = '{"name":"Zoë 🏡"}'
  const options = { timestampSeconds: 1, secrets: ['k'] }
  t.equal(await sign(text, options), await sign(new TextEncoder().encode(text), options))
})

t.test('a body in parts has the signature of the whole body', async (t) => {
  const parts = ['{"name":', Buffer.from('"Zoë '), new TextEncoder().encode('🏡"}')]
  const options = { timestampSeconds: 1, secrets: ['k', 'l'] }
  t.equal(signSync(parts, options), await sign('{"name":"Zoë 🏡"}', options))
})

t.test('during a rotation both secrets sign, the newest first', async (t) => {
  const [now, before] = vectors
  const header = await sign(Buffer.from(first.bodyHex, 'hex'), {
    timestampSeconds: first.timestampSeconds,
    secrets: [now?.secret ?? '', before?.secret ?? ''],
  })
  t.equal(header, `t=${first.timestampSeconds},v1=${now?.signature},v1=${before?.signature}`)
})

t.test('signing requires a secret and whole seconds', async (t) => {
  const refused = async (options: SignOptions) => {
    await t.rejects(signAsync('{}', options), RangeError)
    t.throws(() => signSync('{}', options), RangeError)
  }
  await refused({ timestampSeconds: 1, secrets: [] })
  await refused({ timestampSeconds: 1, secrets: [''] })
  await refused({ timestampSeconds: 1.5, secrets: ['k'] })
  await refused({ timestampSeconds: Number.NaN, secrets: ['k'] })
})

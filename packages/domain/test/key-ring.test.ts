import { randomBytes } from 'node:crypto'
import t from 'tap'
import { openKeyRing } from '../src/index.ts'

const newKey = () => randomBytes(32).toString('base64')

t.test('a secret can be decrypted only with its row [c7-secret-stored]', async (t) => {
  const ring = openKeyRing(newKey())
  const sealed = ring.encrypt('whsec_ü', 'row 1')
  t.equal(ring.decrypt(sealed, 'row 1'), 'whsec_ü')
  t.throws(() => ring.decrypt(sealed, 'row 2'))
  t.not(ring.encrypt('whsec_ü', 'row 1'), sealed)
  t.notMatch(sealed, /whsec/)
})

t.test('after a rotation the newest key encrypts, and older keys still decrypt', async (t) => {
  const [old, fresh] = [newKey(), newKey()]
  const sealed = openKeyRing(old).encrypt('secret', 'row')
  const both = openKeyRing(`${fresh}, ${old}`)
  t.equal(both.decrypt(sealed, 'row'), 'secret')
  t.equal(openKeyRing(fresh).decrypt(both.encrypt('secret', 'row'), 'row'), 'secret')
  t.throws(() => openKeyRing(fresh).decrypt(sealed, 'row'), /not in SECRETS_KEY/)
})

t.test('a changed secret is refused', async (t) => {
  const ring = openKeyRing(newKey())
  const sealed = ring.encrypt('secret', 'row')
  const bytes = Buffer.from(sealed.split(':')[2] as string, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  const changed = [...sealed.split(':').slice(0, 2), bytes.toString('base64')].join(':')
  t.throws(() => ring.decrypt(changed, 'row'))
  t.throws(() => ring.decrypt('secret', 'row'), /not an encrypted secret/)
})

t.test('a key of the wrong length is refused with a message for the operator', async (t) => {
  for (const bad of [
    '',
    'abc',
    randomBytes(16).toString('base64'),
    randomBytes(32).toString('hex'),
  ]) {
    t.throws(() => openKeyRing(bad), /32 bytes in base64/, JSON.stringify(bad))
  }
})

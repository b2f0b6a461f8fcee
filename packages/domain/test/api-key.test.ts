import t from 'tap'
import { generateApiKey, isWellFormedApiKey, randomBase62, shownPrefix } from '../src/index.ts'

t.test('a new key has the format that secret scanners look for [c2-key-form]', async (t) => {
  const key = generateApiKey()
  t.match(key, /^mjk_[0-9A-Za-z]{49}$/)
  t.ok(isWellFormedApiKey(key))
  t.equal(shownPrefix(key), key.slice(0, 12))
  t.not(generateApiKey(), key)
})

t.test('a typo anywhere in a key is found without a query [c2-key-form]', async (t) => {
  const key = generateApiKey()
  for (let i = 0; i < key.length; i++) {
    const typo = key[i] === 'x' ? 'y' : 'x'
    t.notOk(isWellFormedApiKey(key.slice(0, i) + typo + key.slice(i + 1)), `character ${i}`)
  }
  for (const bad of [
    '',
    'mjk_',
    ` ${key}`,
    `${key}\n`,
    key.slice(0, -1),
    `${key}0`,
    key.toUpperCase(),
  ]) {
    t.notOk(isWellFormedApiKey(bad), JSON.stringify(bad))
  }
})

t.test('random base62 uses all characters about equally [c3-delivery-token-bits]', async (t) => {
  const counts = new Map<string, number>()
  const length = 62_000
  for (const character of randomBase62(length)) {
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  t.equal(counts.size, 62)
  // 1,000 of each are expected, with a standard deviation of about 31. Eight deviations are allowed.
  for (const [character, count] of counts)
    t.ok(count > 750 && count < 1_250, `${character}: ${count}`)
})

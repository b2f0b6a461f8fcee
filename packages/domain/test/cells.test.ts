// docs/contract.md#c15-cell-credentials
import t from 'tap'
import {
  cellOf,
  generateApiKey,
  isCellName,
  isWellFormedApiKey,
  otherCells,
  randomBase62,
  randomToken,
  shownPrefix,
} from '../src/index.ts'

const PREFIXES = ['', 'mjs_', 'mji_', 'mjp_']

t.test(
  "a cell name has 2 to 8 lowercase letters and digits, and isn't a credential prefix [c15-cell-name]",
  async (t) => {
    for (const name of ['eu', 'c1', '42', 'frankfrt', 'mj', 'mja', 'mjks'])
      t.ok(isCellName(name), name)
    const wrong = [
      '',
      'a',
      'EU',
      'eu-1',
      'eu_1',
      'ninechars',
      'é1',
      'eu1 ',
      'mjk',
      'mjs',
      'mji',
      'mjp',
    ]
    for (const name of wrong) t.notOk(isCellName(name), name)
  },
)

t.test(
  'a token has its cell between prefix and random characters; without a cell, its form is unchanged [c15-cell-name]',
  async (t) => {
    for (const prefix of PREFIXES) {
      t.match(randomToken(null, prefix), new RegExp(`^${prefix}[0-9A-Za-z]{43}$`))
      const token = randomToken('eu1', prefix)
      t.match(token, new RegExp(`^${prefix}eu1_[0-9A-Za-z]{43}$`))
      t.equal(cellOf(token), 'eu1')
      t.equal(cellOf(randomToken(null, prefix)), null)
    }
  },
)

t.test('the checksum of an API key covers its cell [c15-cell-key]', async (t) => {
  const key = generateApiKey('eu1')
  t.match(key, /^mjk_eu1_[0-9A-Za-z]{49}$/)
  t.ok(isWellFormedApiKey(key))
  t.equal(cellOf(key), 'eu1')
  t.notOk(isWellFormedApiKey(key.replace('eu1', 'us1')))
  t.notOk(isWellFormedApiKey(key.replace('eu1_', '')))
  t.equal(cellOf(generateApiKey()), null)
})

t.test('the visible part of a key is its cell and 8 random characters', async (t) => {
  t.match(shownPrefix(generateApiKey()), /^mjk_[0-9A-Za-z]{8}$/)
  t.match(shownPrefix(generateApiKey('c1')), /^mjk_c1_[0-9A-Za-z]{8}$/)
  t.match(shownPrefix(generateApiKey('frankfrt')), /^mjk_frankfrt_[0-9A-Za-z]{8}$/)
})

t.test('an invalid credential names no cell', async (t) => {
  const random = randomBase62(43)
  const wrong = ['', 'eu1', 'eu1_', `eu1_${random}x`, `eu1_${random.slice(1)}`, `EU1_${random}`]
  for (const text of [
    ...wrong,
    `mjk_${random}`,
    `mjs_${random}`,
    `a_${random}`,
    `eu1__${random}`,
  ]) {
    t.equal(cellOf(text), null, text)
  }
  t.equal(cellOf(`ab_${'x'.repeat(40)}`), null, 'a token in base64url with an underscore')
  t.equal(cellOf(`eu1_${'x-_'.padEnd(43, 'y')}`), 'eu1', 'the same in a cell')
  t.equal(cellOf(`eu1_${randomBase62(22)}`), 'eu1', 'the id of a public page')
})

t.test('the other cells are all except this one', async (t) => {
  const urls = new Map([
    ['eu1', 'https://eu1.test'],
    ['us1', 'https://us1.test'],
  ])
  t.strictSame([...otherCells('eu1', urls).keys()], ['us1'])
  t.strictSame([...otherCells(null, urls).keys()], ['eu1', 'us1'])
  t.equal(otherCells('eu1').size, 0)
})

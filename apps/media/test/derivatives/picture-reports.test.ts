import t from 'tap'
import { isOfFormat, parseReport } from '../../src/derivatives/picture-messages.ts'

// A compromised reader can write anything. None of it may reach a page or exhaust memory.

const made = { width: 6_000, height: 4_000, colour: '#8a7f70', sizes: [10, 20, 30, 40, 50] }

const report = (value: unknown) => parseReport(Buffer.from(JSON.stringify(value)))

t.test('only picture reports within bounds are accepted', async (t) => {
  t.strictSame(report({ ...made, more: 'x' }), made)
  const detail = 'VipsJpeg: premature end'
  t.strictSame(report({ refused: 'notRead', detail }), { refused: 'notRead', detail })
  t.strictSame(report({ refused: 'notRead', detail: 'x'.repeat(3_000) }), {
    refused: 'notRead',
    detail: 'x'.repeat(500),
  })
})

t.test("anything else isn't a report", async (t) => {
  const wrong: unknown[] = [
    null,
    'made',
    [],
    {},
    { ...made, colour: 'red;background:url(//evil.test)' },
    { ...made, colour: '#8a7f70\n' },
    { ...made, colour: ['#8a7f70'] },
    { ...made, width: 0 },
    { ...made, width: 1.5 },
    { ...made, width: '6000' },
    { ...made, width: 120_000_000, height: 2 },
    { ...made, sizes: [10, 20, 30, 40] },
    { ...made, sizes: [10, 20, 30, 40, 50, 60] },
    { ...made, sizes: [10, 20, 30, 40, 4_294_967_295] },
    { ...made, sizes: [10, 20, 30, 40, -1] },
    { ...made, sizes: { length: 5 } },
    { refused: 'constructor', detail: '' },
    { refused: 'A text for people', detail: '' },
    { refused: 'notRead' },
    { refused: 'notRead', detail: { toString: 1 } },
  ]
  for (const value of wrong) t.equal(report(value), null, JSON.stringify(value))
  t.equal(parseReport(Buffer.from('{')), null)
})

t.test("a derivative's bytes match its content type", async (t) => {
  const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')
  const jpeg = Buffer.from('ffd8ffe000104a46494600010101', 'hex')
  t.ok(isOfFormat('large', webp))
  t.ok(isOfFormat('mls', jpeg))
  t.notOk(isOfFormat('mls', webp))
  t.notOk(isOfFormat('thumb', Buffer.from('<!doctype html><script>')))
})

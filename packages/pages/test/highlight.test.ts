import t from 'tap'
import { highlighted } from '../src/staff/developers/payload.ts'

t.test('JSON names, strings and other values are distinguished', (t) => {
  const text = String(highlighted('{"a": ["b\\"<", -1.5e3, null]}'))
  t.equal(
    text,
    '{<b>&quot;a&quot;</b>: [<i>&quot;b\\&quot;&lt;&quot;</i>, <var>-1.5e3</var>, <var>null</var>]}',
  )
  t.end()
})

t.test('a megabyte of any text is scanned in linear time, and stays unchanged', (t) => {
  // Each would take hours with a quadratic search for its end.
  for (const part of ['"\\"', '\\"', '"', '1', '-', '"a" ', ' ', '[', 'true', '{"a":1.']) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length))
    const plain = String(highlighted(text))
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
    t.ok(plain === text, part)
  }
  t.end()
})

import t from 'tap'

t.test('a test that ends its process', (t) => {
  t.pass('a check before it')
  process.exit(3)
})

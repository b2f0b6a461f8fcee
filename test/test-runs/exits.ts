import t from 'tap'

t.test('a test that ends its process', () => {
  process.exit(3)
})

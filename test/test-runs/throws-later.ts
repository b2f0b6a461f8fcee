import t from 'tap'

t.test('a test that ends before', async (t) => t.pass())

t.test('a test that throws later', () => {
  setTimeout(() => {
    throw new Error('in a callback')
  })
  return new Promise(() => {})
})

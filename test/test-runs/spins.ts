import t from 'tap'

t.test('a test that keeps its process busy', () => {
  while (true);
})

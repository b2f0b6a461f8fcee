import t from 'tap'

t.test('a test that waits', () => new Promise((resolve) => setTimeout(resolve, 100)))
throw new Error('while it is imported')

import t from 'tap'

t.test('a test that never ends', () => new Promise(() => {}))

import t from 'tap'

t.fail('a check that fails')

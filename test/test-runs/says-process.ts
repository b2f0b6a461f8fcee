import t from 'tap'
import { sayProcess } from './say-process.ts'

sayProcess(t)

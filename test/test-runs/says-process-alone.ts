// Own process: a test of the runner checks that it is alone.
import './says-process.ts'

// Own process: a test of the runner looks whether it is alone.
import './says-process.ts'

import { beginAnew } from './handwritten-for-tests.ts'

// Goes before each file of tests that shares a worker with others.
beginAnew()

import { beginAnew } from './handwritten-for-tests.ts'

// A setup file of vitest: test files share workers.
beginAnew()

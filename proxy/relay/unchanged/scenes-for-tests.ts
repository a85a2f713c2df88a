import { ANSWERS } from './answers-for-tests.ts'
import type { Scene } from './both-ends-for-tests.ts'
import { ENDINGS } from './endings-for-tests.ts'
import { REQUESTS } from './requests-for-tests.ts'
import { STREAMS } from './streams-for-tests.ts'

export const SCENES: readonly Scene[] = [...ANSWERS, ...REQUESTS, ...STREAMS, ...ENDINGS]

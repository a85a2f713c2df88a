import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type RunningService, startService } from '../../service/start.ts'
import { temporaryFolder } from './command.ts'

/** One service for all tests of a file, and a folder for each test. */
export function besideAService(): { readonly service: RunningService; readonly folder: string } {
  let service: RunningService
  let folder: ReturnType<typeof temporaryFolder>
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => folder.remove())
  return {
    get service() {
      return service
    },
    get folder() {
      return folder.path
    },
  }
}

/** A folder for each test of a file, and cleanup after the test. */
export function folderOfEachTest(): { readonly path: string; closeLater(close: () => Promise<void>): void } {
  let folder: ReturnType<typeof temporaryFolder>
  let closing: (() => Promise<void>)[] = []
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(async () => {
    await Promise.all(closing.map((close) => close()))
    closing = []
    folder.remove()
  })
  return {
    get path() {
      return folder.path
    },
    closeLater: (close) => void closing.push(close),
  }
}

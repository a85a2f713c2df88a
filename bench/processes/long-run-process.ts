import { join } from 'node:path'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import { run } from '../../reporters/outcome/run.ts'
import { SUITES } from '../../suites/index.ts'
import { besideTheService, inAFolder } from '../beside.ts'
import { GENERATED_BODIES, type Held, MARKS } from '../memory.ts'

process.once('disconnect', () => process.exit())

const megabytes = () => process.memoryUsage.rss() / 2 ** 20

const held: Held['after'] = []
const wishes = { only: [GENERATED_BODIES], generate: Math.max(...MARKS), seed: 1, deadlineMs: 900_000 }
const onProgress = ({ requests }: { requests: number }) => {
  if (requests >= (MARKS[held.length] ?? Number.POSITIVE_INFINITY)) held.push(megabytes())
}
const { report } = await besideTheService((provision) =>
  inAFolder((folder) =>
    run({ provision, suites: SUITES, local: true, wishes, historyPath: join(folder, HISTORY_FILE), onProgress }),
  ),
)
const told: Held = { after: held, judged: megabytes(), exchanges: report.budget.requests, seconds: report.seconds }
process.send?.(told)

import type { FilesNamed } from '../engine/config/configuration.ts'
import { EXIT } from '../engine/config/exit-codes.ts'
import { UsageError } from '../engine/config/target.ts'
import { list } from '../engine/history/reading/words.ts'
import { otherKeys } from '../engine/keys/prints.ts'
import { folderNamed } from '../engine/run/folder/default-folder.ts'
import { KEY_VARIABLES } from '../engine/run/provision.ts'
import { drain } from '../engine/run/resume/drain.ts'
import { interruptedIn, withNewFiles } from '../engine/run/resume/resumed-run.ts'
import { Uncertainties } from '../reporters/outcome/tally.ts'
import { drainedInWords } from '../reporters/recorded/drained.ts'
import { onInterrupt } from './interrupt.ts'
import type { Io } from './io.ts'
import { situationOf } from './options/situation.ts'
import { filesNamed } from './options/wishes.ts'
import { tellDamage } from './terminal/print.ts'

type Options = FilesNamed & { env?: string; deadline?: number; quiet?: boolean }

export async function drainRun(io: Io, options: Options, named: string | undefined): Promise<number> {
  const dir = folderNamed(named)
  const { began: asItBegan, recording, ...read } = interruptedIn(dir)
  tellDamage(io, dir, { ...read, isReadBeside: true })
  if (asItBegan.observed) throw new UsageError(`drain ${dir}: the folder contains recorded traffic, not a run`)
  if (asItBegan.target.embedded) {
    io.stdout.write('Nothing to drain: the run tested the embedded service, whose jobs ended with it.\n')
    return EXIT.pass
  }
  const began = withNewFiles(`drain ${dir}`, asItBegan, filesNamed(options))
  const { provision } = await situationOf(io, options.env === undefined ? {} : { env: options.env }, {
    recorded: { place: dir, baseUrl: began.target.baseUrl, prints: began.prints },
  })
  const others = began.prints ? otherKeys(provision.keys, began.prints) : []
  if (others.length > 0)
    throw new UsageError(
      `drain ${dir}: ${list(others.map((name) => KEY_VARIABLES[name as keyof typeof KEY_VARIABLES] ?? name))} is not the key that the run used, and cannot read its jobs: set the same key`,
    )
  const uncertainties = new Uncertainties()
  for (const entry of recording) uncertainties.see(entry)
  const tell = (words: string) => {
    if (!options.quiet) io.stderr.write(`${words}\n`)
  }
  const { signal: interrupt, forget } = onInterrupt(io, () => undefined)
  try {
    const jobs = await drain({
      ...{ began, recording, provision, interrupt },
      deadlineMs: options.deadline ?? began.configuration.deadlineMs,
      onJobs: (count) => count > 0 && tell(`Polling ${count === 1 ? '1 job' : `${count} jobs`} to completion.`),
    })
    const uncertain = uncertainties.all()
    io.stdout.write(drainedInWords(jobs, uncertain))
    const isAllFinal = uncertain.length === 0 && read.damaged.length === 0 && jobs.every(({ kind }) => kind === 'final')
    return isAllFinal ? EXIT.pass : EXIT.noVerdict
  } finally {
    forget()
  }
}

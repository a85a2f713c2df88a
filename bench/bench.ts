import { Command } from 'commander'
import { EXIT } from '../engine/config/exit-codes.ts'
import { UsageError } from '../engine/config/target.ts'
import { choice, count, repeated } from '../engine/config/values.ts'

const bench = new Command('bench')
  .description('how long a run takes beside the longest chain of jobs that no run could shorten')
  .action(async () => {
    const { runBesideItsLongestChain } = await import('./speed.ts')
    process.exitCode = (await runBesideItsLongestChain()) ? EXIT.pass : EXIT.fail
  })

bench
  .command('announced')
  .description(
    'what plans announce beside what runs send, for the usual selections; writes docs/guides/real-services.md',
  )
  .option(
    '--servers',
    "instead: 40 selections with limits on four unusual servers, by the servers' own count; 20 minutes",
  )
  .option('--part <i/n>', 'with --servers: only the i-th of n parts', '1/1')
  .action(async ({ servers = false, part }: { servers?: boolean; part: string }) => {
    const { announcedBesideSent, announcedBesideReceived } = await import('./announced.ts')
    if (!servers) return announcedBesideSent()
    process.exitCode = (await announcedBesideReceived(part)) ? EXIT.pass : EXIT.fail
  })

bench
  .command('score')
  .description('the whole self-check (half an hour); writes README.md and docs/explanation/how-good.md')
  .option('--only <kind>', 'the self-check of clients alone', choice('<kind>', ['clients']).read)
  .action(async (options: { only?: 'clients' }) => {
    const { writeScore } = await import('./score.ts')
    await writeScore(options)
  })

bench
  .command('value')
  .description(
    'must faults that each phase with jobs shows per second of video; the order of phases under limits follows it',
  )
  .option('--each <n>', 'only every n-th fault', count(1).read, 1)
  .action(async ({ each }: { each: number }) => {
    const { valueOfPhases } = await import('./value.ts')
    await valueOfPhases(each)
  })

bench
  .command('slow')
  .description(
    'what a run judges where each answer takes a second, or three, by profile and deadline; writes docs/guides/scale.md',
  )
  .action(async () => {
    const { runsOnSlowServers } = await import('./slow.ts')
    await runsOnSlowServers()
  })

bench
  .command('pace')
  .description('how well runs keep to limits on requests and jobs, by the count of 15 servers; 15 minutes')
  .option('--only <text>', 'only servers with this text in their names, for example "4/s" or "1 seat"')
  .option('--smoke', 'profile smoke for all servers')
  .action(async ({ only, smoke = false }: { only?: string; smoke?: boolean }) => {
    const { paceOnLimitedServers } = await import('./pace.ts')
    await paceOnLimitedServers({ ...(only && { only }), ...(smoke && { profile: 'smoke' as const }) })
  })

bench
  .command('memory')
  .description(
    'what a run of 100,000 exchanges holds in memory beside one of 10,000; a few minutes; writes docs/explanation/how-good.md',
  )
  .action(async () => {
    const { longRunInFlatMemory } = await import('./memory.ts')
    process.exitCode = (await longRunInFlatMemory()) ? EXIT.pass : EXIT.fail
  })

bench
  .command('judging')
  .description('memory and time that judging takes, beside the size of the history; writes docs/reference/limits.md')
  .action(async () => {
    const { judgingBesideItsHistory } = await import('./judging.ts')
    process.exitCode = (await judgingBesideItsHistory()) ? EXIT.pass : EXIT.fail
  })

bench
  .command('refusals')
  .description(
    'how many generated bodies a run gets refused in a second, beside undici that does nothing but post them; writes docs/explanation/how-good.md',
  )
  .action(async () => {
    const { refusalsBesideUndiciAlone } = await import('./refusals.ts')
    process.exitCode = (await refusalsBesideUndiciAlone()) ? EXIT.pass : EXIT.fail
  })

bench
  .command('failures')
  .description('how soon a run shows the first failure of a faulty server, and how many faults it finds in a second')
  .option('--faults <n>', 'number of seeded must faults, evenly spaced', count(1).read, 20)
  .option('--beside <checkout>', 'run this checkout, too, in turn')
  .action(async (options: { faults: number; beside?: string }) => {
    const { timeToFirstFailure } = await import('./failures.ts')
    await timeToFirstFailure(options)
  })

bench
  .command('intermittent')
  .description('how often a fault is found that shows in every seventh answer only; a few minutes')
  .action(async () => {
    const { findNowAndThen } = await import('./intermittent.ts')
    await findNowAndThen()
  })

bench
  .command('expected')
  .description('whether a list of known failures hides a worse fault in the same clause; ten minutes')
  .option('--pairs <n>', 'number of pairs of faults, evenly spaced', count(1).read, 100)
  .option('--part <i/n>', 'only the i-th of n parts', '1/1')
  .action(async ({ pairs, part }: { pairs: number; part: string }) => {
    const { faultsBesideKnownOnes } = await import('./expected.ts')
    const [i = 1, n = 1] = part.split('/').map(Number)
    process.exitCode = (await faultsBesideKnownOnes(pairs, [i, n])) ? EXIT.pass : EXIT.fail
  })

bench
  .command('drift')
  .description(
    'what drift reports of servers that have not changed: dialects, strangers and noisy ones; some 20 minutes',
  )
  .option('--checks <n>', 'so many checks after each baseline', count(1).read, 30)
  .option('--baselines <n>', 'so many baselines of each noisy server', count(1).read, 5)
  .option('--only <server>', "a part of a server's name; repeatable", repeated('<name>').read, [])
  .option('--out <file>', 'all results, as JSON')
  .action(async (options: { checks: number; baselines: number; only: string[]; out?: string }) => {
    const { unchangedServersAgain } = await import('./drift.ts')
    process.exitCode = (await unchangedServersAgain(options)) ? EXIT.pass : EXIT.fail
  })

bench
  .command('video')
  .description('how long it takes to make exact videos, and how large they are, beside ffmpeg')
  .option('--table', 'instead: what ffprobe says of a file of each of some 300 orders')
  .option('--decode', 'with the table: ffmpeg decodes each frame of each of them, which takes long')
  .action(async ({ table = false, decode = false }: { table?: boolean; decode?: boolean }) => {
    const { exactVideosBesideFfmpeg, tableByFfprobe } = await import('./video.ts')
    const holds = table || decode ? await tableByFfprobe({ decode }) : await exactVideosBesideFfmpeg()
    process.exitCode = holds ? EXIT.pass : EXIT.fail
  })

bench
  .command('serve')
  .description(
    'submissions and polls that the service answers in a second, beside a bare fastify route, and its starts; writes docs/reference/control-api.md',
  )
  .action(async () => {
    const { serviceBesideBareFastify } = await import('./serve.ts')
    process.exitCode = (await serviceBesideBareFastify()) ? EXIT.pass : EXIT.fail
  })

bench
  .command('proxy')
  .description(
    'what the proxy adds to a request, and what it takes in a second, beside a bare one; writes docs/guides/proxy.md',
  )
  .action(async () => {
    const { proxyBesideBareProxy } = await import('./proxy.ts')
    process.exitCode = (await proxyBesideBareProxy()) ? EXIT.pass : EXIT.fail
  })

bench
  .command('rivals')
  .description('what other tools, given our OpenAPI document, catch of our faults, and whom they wrongly accuse')
  .option('--faults <n>', 'so many of our faults, evenly spaced', count(1).read, 40)
  .option('--strangers <n>', 'number of faults of independent implementations, evenly spaced', count(0).read, 24)
  .option(
    '--variants <n>',
    'number of unusual but conforming servers, beside dialects and implementations',
    count(0).read,
    8,
  )
  .option('--only <tool>', "a part of a tool's name; repeatable", repeated('<name>').read, [])
  .option('--out <file>', 'all results, as JSON')
  .action(async (options: { faults: number; strangers: number; variants: number; only: string[]; out?: string }) => {
    const { benchRivals } = await import('./rivals/bench.ts')
    await benchRivals(options)
  })

try {
  await bench.parseAsync()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = EXIT.usage
}

import { describe, expect, it } from 'vitest'
import { configure, POLL_INTERVAL_MS } from '../../engine/config/configuration.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import { JOBS_OF_A_CHECK, OF_A_CHECK } from '../../tools/drift/asking/asking.ts'
import { DRIFT_REPORTERS } from '../../tools/drift/reporters/index.ts'
import { besideAService } from './beside-a-service.ts'
import { command, FAST, onlyKeyOf } from './command.ts'

const here = besideAService()
const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
const helpOf = async (...words: string[]) => (await command([...words, '--help'], { cwd: here.folder })).stdout

describe('the help of a command', () => {
  it('hides options that the command does not use', async () => {
    const [ofRun, ofCertify] = await Promise.all([helpOf('run'), helpOf('certify')])
    for (const option of ['--profile', '--only', '--insecure']) {
      expect(ofRun).toContain(option)
      expect(ofCertify).not.toMatch(new RegExp(`^ +${option}`, 'm'))
    }
  })

  it('states the defaults of the configuration', async () => {
    const { maxDownload, deadlineMs, pollIntervalMs, profile, burst } = configure({}, false)
    const defaults = { download: maxDownload / 1024 ** 2, minutes: deadlineMs / 60_000, seconds: pollIntervalMs / 1000 }
    const help = inOneLine(await helpOf('run'))
    for (const each of [
      `(default: ${defaults.download}MiB)`,
      `(default: ${defaults.minutes}m)`,
      `(default: ${defaults.seconds}s; ${POLL_INTERVAL_MS.loopback}ms for a loopback host, ${configure({}, true).pollIntervalMs}ms for the embedded service)`,
      `(default: ${profile}; ${configure({}, true).profile} for the embedded service)`,
      `(default: ${burst})`,
    ])
      expect(help).toContain(each)
  })

  it('states names and limits that other rooms define', async () => {
    expect(inOneLine(await helpOf('serve'))).toContain(`implementation choices: ${Object.keys(DIALECTS).join(', ')}`)
    expect(inOneLine(await helpOf('client'))).toContain(`comma-separated: ${Object.keys(CLIENT_REPORTERS).join(', ')};`)
    const ofCheck = inOneLine(await helpOf('drift', 'check'))
    expect(ofCheck).toContain(`comma-separated: ${Object.keys(DRIFT_REPORTERS).join(', ')};`)
    expect(ofCheck).toContain(`(default: ${JOBS_OF_A_CHECK} in smoke)`)
    expect(ofCheck).toContain(`(default: ${OF_A_CHECK.maxRequests} in smoke, polls not counted)`)
  })
})

it('says that --report replaces the default page', async () => {
  const args = ['run', ...FAST, '--only', 'readings', '--report', 'junit']
  const { stdout } = await command(args, { cwd: here.folder, env: onlyKeyOf(here.service) })
  expect(stdout).toContain('.gatecheck/junit.xml (--report replaces the default: html)')
})

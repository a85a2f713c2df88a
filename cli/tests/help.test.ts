import { describe, expect, it } from 'vitest'
import { configure, POLL_INTERVAL_MS } from '../../engine/config/configuration.ts'
import { certifyCommand } from '../certificates/certify.ts'
import { checkCommand } from '../drift/check.ts'
import { runCommand } from '../run/run.ts'
import { besideAService } from './beside-a-service.ts'
import { command, FAST, onlyKeyOf } from './command.ts'

const here = besideAService()
const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

describe('the help of a command', () => {
  it('hides options that the command does not use', () => {
    const [ofRun, ofCertify] = [runCommand(process), certifyCommand(process)].map((each) => each.helpInformation())
    for (const option of ['--profile', '--only', '--insecure']) {
      expect(ofRun).toContain(option)
      expect(ofCertify).not.toMatch(new RegExp(`^ +${option}`, 'm'))
    }
  })

  it('states the defaults of the configuration', () => {
    const { maxDownload, deadlineMs, pollIntervalMs, profile, burst } = configure({}, false)
    const defaults = { download: maxDownload / 1024 ** 2, minutes: deadlineMs / 60_000, seconds: pollIntervalMs / 1000 }
    const help = inOneLine(runCommand(process).helpInformation())
    for (const each of [
      `(default: ${defaults.download}MiB)`,
      `(default: ${defaults.minutes}m)`,
      `(default: ${defaults.seconds}s; ${POLL_INTERVAL_MS.loopback}ms for a loopback host, ${configure({}, true).pollIntervalMs}ms for the embedded service)`,
      `(default: ${profile}; ${configure({}, true).profile} for the embedded service)`,
      `(default: ${burst})`,
    ])
      expect(help).toContain(each)
    expect(inOneLine(checkCommand(process).helpInformation())).toContain('default: smoke')
    expect(inOneLine(certifyCommand(process).helpInformation())).toContain('(default: GATECHECK_SIGNING_KEY, or else')
  })
})

it('accepts an option that the command does not use', async () => {
  const args = ['plan', '--strict', '--insecure', '--keep', '2', '--report', 'junit', '--junit-warnings', 'failure']
  const { code } = await command(args, { cwd: here.folder, env: onlyKeyOf(here.service) })
  expect(code).toBe(0)
})

it('says that --report replaces the default page', async () => {
  const args = ['run', ...FAST, '--only', 'readings', '--report', 'junit']
  const { stdout } = await command(args, { cwd: here.folder, env: onlyKeyOf(here.service) })
  expect(stdout).toContain('.gatecheck/junit.xml (--report replaces the default: html)')
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isOfTests } from './house.ts'

/** What is published: whatever else there is belongs to those who make it. */
const PRODUCT =
  /^((spec|service|runner|fixtures|suites|selfcheck|certificate|drift|clients|proxy|reporters|runs|cli|library)\/.*|\w+)\.ts$/
const OF_ITS_MAKERS =
  /(^|\/)make\.ts$|^vitest\.config\.ts$|^fixtures\/hostile\/|^fixtures\/(deliveries\/besides|films\/ffmpeg|typed-client\/.*)\.ts$/

const product = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => PRODUCT.test(file) && !OF_ITS_MAKERS.test(file) && !isOfTests(file))
const textOf = new Map(product.map((file) => [file, readFileSync(file, 'utf8')]))

/** What changes something on a disk, by the names that Node has for it. */
const CHANGES =
  /^(write|append|copy|cp$|cpSync|open|create|truncate|ftruncate|rename|link|symlink|l?chmod|fchmod|l?chown|mkdir|mkdtemp|rm|unlink|u?times)/

/** Whoever changes something there, and how it is kept from following what somebody has planted. */
const ON_DISK: Record<string, [what: string[], how: string]> = {
  'runner/writing/whole-file.ts': [['openSync', 'renameSync', 'rmSync', 'writeFileSync'], 'the way for all others'],
  'runner/writing/file-there.ts': [
    ['appendFileSync', 'fchmodSync', 'ftruncateSync', 'openSync', 'writeFileSync'],
    'the way for all others',
  ],
  'runner/writing/file-given.ts': [['openSync'], 'to read what a shell hands over, like /dev/fd/63'],
  'runner/history/file/file-being-written.ts': [
    ['ftruncateSync', 'renameSync', 'writeSync'],
    'into what runner/writing/ has opened; a rename follows no link',
  ],
  'runner/folder/earlier-runs.ts': [
    ['mkdirSync', 'renameSync', 'rmSync', 'rmdirSync'],
    'names of ours alone; neither a rename nor a removal follows a link',
  ],
  'runner/folder/files.ts': [['mkdirSync'], 'fails where anything is'],
  'runner/folder/lock.ts': [['renameSync', 'rmSync'], 'neither follows a link'],
  'runner/folder/out-folder.ts': [['rmSync'], 'it follows no link'],
  'runner/pact/verifier-process.ts': [['mkdtempSync', 'rmSync'], 'a new folder that is open to its owner alone'],
  'service/store/file-for-its-owner.ts': [['chmodSync', 'openSync'], 'anew, or what is no link'],
  'clients/process/own-folder.ts': [
    ['mkdtempSync', 'rmSync'],
    'a new folder that is open to its owner alone; a removal follows no link',
  ],
  'cli/certificates/keygen.ts': [['rmSync'], 'what it has just made itself'],
  'fixtures/clients/wrong/slips.ts': [['writeFileSync'], 'into a new folder that only its owner can open'],
}

it('changes nothing on a disk but where that is known, and so written by one module', () => {
  const found = Object.fromEntries(
    [...textOf].flatMap(([file, text]) => {
      const imports = [...text.matchAll(/import \{([^}]*)\} from '(?:node:)?fs(?:\/promises)?'/g)]
      const names = imports.flatMap(([, list]) => list!.split(',').map((each) => each.trim()))
      const changing = names.filter((name) => CHANGES.test(name)).sort()
      return changing.length > 0 ? [[file, changing]] : []
    }),
  )
  expect(found).toEqual(Object.fromEntries(Object.entries(ON_DISK).map(([file, [what]]) => [file, what])))
})

/** Whoever reads a file to its end, however long it is and whatever it is, and why that is no file that somebody names. */
const READS_PLAINLY: Record<string, string> = {
  'cli/options/config-module.ts':
    'a module of the configuration, which is a program; the file that is named was looked at before',
  'clients/process/proc.ts': 'what the system tells of processes',
  'fixtures/clients/wrong/slips.ts': 'sources of our own',
  'fixtures/deliveries/other-films/pictures.ts': 'pictures of our own',
  'fixtures/variants/media/other-files.ts': 'films of our own',
  'runner/writing/file-there.ts': 'what a run of ours has left, where it is a file',
  'service/console/assets.ts': 'the page of our own',
}

it('reads what somebody names by runner/writing/file-given.ts, which waits for nobody and has a bound', () => {
  const reading = /import \{[^}]*\b(readFile|readFileSync|createReadStream)\b[^}]*\} from '(?:node:)?fs(?:\/promises)?'/
  const found = product.filter((file) => reading.test(textOf.get(file)!))
  expect(found.sort()).toEqual(Object.keys(READS_PLAINLY).sort())
})

it('reaches the disk by names that can be read', () => {
  const otherwise = /import (\w+|\* as \w+) from '(node:)?fs|require\(['"](node:)?fs|getBuiltinModule\(['"](node:)?fs/
  expect(product.filter((file) => otherwise.test(textOf.get(file)!))).toEqual([])
})

/** Whoever listens, and who is answered there. */
const LISTENING: Record<string, string> = {
  'service/http-server.ts': 'the service: loopback unless --host says otherwise, and that is told; by keys',
  'service/start.ts': 'the service: the one who asks it to',
  'service/second-port.ts': 'control and console: loopback alone, behind service/console/guard.ts',
  'proxy/relay/relay.ts':
    'the proxy: loopback unless --host says otherwise, and that is told; all goes to the target alone',
  'runner/pact/secret-door.ts': 'the relay of Pact, the page of the proxy: loopback alone, behind a secret path',
  // Servers to try the suite on: loopback alone, while a self-check runs, by keys that were made for it.
  'fixtures/strangers/tide-table/tide-table.ts': 'an independent implementation',
  'fixtures/strangers/tide-table/net.ts': 'an independent implementation',
  'fixtures/strangers/copper-ledger/server.ts': 'an independent implementation',
}

/** The history tells its readers; that is no port. */
const NO_PORT = [
  'proxy/watching-proxy.ts',
  'runner/driving/files-at-hand.ts',
  'runner/history/history.ts',
  'runner/run/session/session.ts',
  'runner/run/resume/drain.ts',
]

const LISTENS = /\blisten\(|import \{[^}]*\bserve\b[^}]*\} from '@hono/
const listening = product.filter((file) => LISTENS.test(textOf.get(file)!) && !NO_PORT.includes(file)).sort()

it('listens nowhere but where it is known who is answered', () => {
  expect(listening).toEqual(Object.keys(LISTENING).sort())
})

it('listens on loopback, but for the service and the proxy, whose user may name another address', () => {
  const onLoopback = (text: string) => /'127\.0\.0\.1'/.test(text)
  const otherwise = listening.filter((file) => !onLoopback(textOf.get(file)!))
  expect(otherwise).toEqual([
    'fixtures/strangers/tide-table/tide-table.ts',
    'proxy/relay/relay.ts',
    'service/http-server.ts',
  ])
})

it('names only existing tests in SECURITY.md', () => {
  const named = [...readFileSync('SECURITY.md', 'utf8').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file!)
  expect(named.length).toBeGreaterThan(8)
  for (const file of named) expect(() => readFileSync(file), file).not.toThrow()
})
